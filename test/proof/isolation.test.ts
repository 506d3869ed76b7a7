import { beforeAll, describe, test } from '@jest/globals';
import { allRows, rowsWithIds, useForeignIds } from '../access/foreign-ids.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

const expectNothing = useForeignIds();

describe('an id of another workspace', () => {
  test.each(rowsWithIds.inWorkspace)(
    '$name answers a stranger the same bytes for a foreign, a random and a malformed id',
    (row) => expectNothing.toStrangers(row),
  );

  test.each(rowsWithIds.nested)('$name answers 404 if only the last id is foreign', (row) =>
    expectNothing.withOnlyTheLastForeign(row),
  );
});

describe('a GUEST without the grant', () => {
  test.each(rowsWithIds.closedToGuests)('$name answers the same bytes as for a random id', (row) =>
    expectNothing.toAnUngrantedGuest(row),
  );
});

describe('a widget token of another site', () => {
  test.each(rowsWithIds.bySecret)('$name answers 404 in the same bytes for foreign, random and malformed ids', (row) =>
    expectNothing.toAnotherWidget(row),
  );
});

describe('a path that almost matches a route', () => {
  test.each(allRows)('$name answers 404 to a wrong slash, case, escape or verb', (row) =>
    expectNothing.onNearlyItsPath(row),
  );
});
