import { type Area, type Row, routeKey } from '../../functions/kit/contract/contract.ts';
import type { Target } from './event.ts';

interface Route {
  area: string;
  route_key: string;
  method: string;
  segments: readonly string[];
}

export interface Match extends Target {
  folder: string;
}

const LITERAL = /^[^{}]*$/;
const VARIABLE = /^\{[A-Za-z0-9._:-]+\}$/;

const segmentsOf = (path: string): string[] => {
  const segments = path.split('/').slice(1);
  for (const segment of segments) {
    if (!LITERAL.test(segment) && !VARIABLE.test(segment)) {
      throw new Error(`${path}: API Gateway requires each segment to be literal or one {variable}, not "${segment}".`);
    }
  }
  return segments;
};

const routesOf = (areas: readonly Area[]): Route[] =>
  areas.flatMap(({ name, rows }) =>
    Object.values(rows).map((row: Row) => {
      const segments = segmentsOf(row.path);
      return { area: name, route_key: routeKey(row), method: row.method, segments };
    }),
  );

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

const paramsOf = (route: Route, segments: readonly string[]): Record<string, string> | undefined => {
  if (route.segments.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, pattern] of route.segments.entries()) {
    const segment = decode(segments[index] ?? '');
    if (!segment) return undefined;
    if (pattern.startsWith('{')) params[pattern.slice(1, -1)] = segment;
    else if (pattern !== segment) return undefined;
  }
  return params;
};

const moreSpecific = (a: Route, b: Route): number => {
  for (const [index, segment] of a.segments.entries()) {
    const difference = Number(segment.startsWith('{')) - Number(b.segments[index]?.startsWith('{') ?? false);
    if (difference !== 0) return difference;
  }
  return 0;
};

export type Router = (method: string, path: string) => Match;

/** As the deployed front. Throws for a path that API Gateway would reject and for a duplicate route. */
export const createRouter = (areas: readonly Area[]): Router => {
  const routes = routesOf(areas).sort(moreSpecific);
  const seen = new Set<string>();
  for (const { method, segments } of routes) {
    const key = `${method} /${segments.map((segment) => (segment.startsWith('{') ? '{}' : segment)).join('/')}`;
    if (seen.has(key)) throw new Error(`${key} is in the contracts twice.`);
    seen.add(key);
  }
  const notFound: Match = { folder: 'not-found', route_key: '$default', params: {}, kind: 'http-api' };
  return (method, path) => {
    if (path === '/mcp' || path.startsWith('/mcp/')) {
      return { folder: 'mcp', route_key: '$default', params: {}, kind: 'function-url' };
    }
    const segments = path.split('/').slice(1);
    for (const route of routes) {
      if (route.method !== method) continue;
      const params = paramsOf(route, segments);
      if (params) return { folder: route.area, route_key: route.route_key, params, kind: 'http-api' };
    }
    return notFound;
  };
};
