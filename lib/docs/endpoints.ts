import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../../functions/areas.ts';
import type { Row } from '../../functions/kit/contract/contract.ts';

/** A contract row with the values derived from its area and its name. */
export interface Endpoint {
  /** The operationId. */
  id: string;
  area: string;
  row: Row;
  /** The file of the operation that serves it. */
  file: string;
}

export const kebabCase = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const areaOf = (id: string, nearest: string): string =>
  areas.find(({ name, rows }) => name === nearest && id in rows)?.name ??
  areas.find(({ rows }) => id in rows)?.name ??
  nearest;

/** An area keeps its operations in its folder, or in `api` if it has rooms. */
const fileOf = (area: string, operation: string): string => {
  const name = `${kebabCase(operation)}.ts`;
  const inRoom = `functions/${area}/api/${name}`;
  return existsSync(join(import.meta.dirname, '../..', inRoom)) ? inRoom : `functions/${area}/${name}`;
};

/** Every row of every area, in the order of the contracts. */
export const endpoints: readonly Endpoint[] = areas.flatMap(({ name, rows }) =>
  Object.entries(rows).map(([id, row]) => {
    const operation = row.same_as ?? id;
    return { id, area: name, row, file: fileOf(areaOf(operation, name), operation) };
  }),
);

/** The row of an operationId. Throws if there is none, so that no guide names a removed route. */
export const endpoint = (id: string): Endpoint => {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(`No contract row is called ${id}.`);
  return found;
};

export const pathVariables = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** The stable surface that agents and bots build on. */
export const isStable = ({ row }: Endpoint) => row.path.startsWith('/api/v1/');

/** `GET /api/v1/sites`, with the path from the contract. */
export const verbAndPath = (id: string) => `${endpoint(id).row.method} ${endpoint(id).row.path}`;
