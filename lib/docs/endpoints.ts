import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../../functions/areas.ts';
import type { Row } from '../../functions/kit/contract/contract.ts';

export interface Endpoint {
  id: string;
  area: string;
  row: Row;
  file: string;
}

export const kebabCase = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const areaOf = (id: string, nearest: string): string =>
  areas.find(({ name, rows }) => name === nearest && id in rows)?.name ??
  areas.find(({ rows }) => id in rows)?.name ??
  nearest;

/** A long operation has a file of its name, in the area's folder or its `api`. */
const fileOf = (area: string, operation: string): string => {
  const name = `${kebabCase(operation)}.ts`;
  const places = [name, `api/${name}`, 'operations.ts'].map((place) => `functions/${area}/${place}`);
  return places.find((place) => existsSync(join(import.meta.dirname, '../..', place))) ?? `functions/${area}/${name}`;
};

export const endpoints: readonly Endpoint[] = areas.flatMap(({ name, rows }) =>
  Object.entries(rows).map(([id, row]) => {
    const operation = row.same_as ?? id;
    return { id, area: name, row, file: fileOf(areaOf(operation, name), operation) };
  }),
);

/** Throws for an unknown operationId, so that no guide names a removed route. */
export const endpoint = (id: string): Endpoint => {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(`No contract row is called ${id}.`);
  return found;
};

export const pathVariables = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** The surface that agents and bots build on. */
export const isStable = ({ row }: Endpoint) => row.path.startsWith('/api/v1/');

/** `GET /api/v1/sites` */
export const verbAndPath = (id: string) => `${endpoint(id).row.method} ${endpoint(id).row.path}`;
