import { beforeAll, describe, test } from '@jest/globals';
import { useOwnTables } from '../workers/own-tables.ts';
import { allRows, onePerKind, rowsWithIds, useForeignIds } from './foreign-ids.ts';
import { cases, useMatrix } from './matrix.ts';
import { accessClass } from './verdicts.ts';

beforeAll(useOwnTables);

const readFirst = [...cases].sort((a, b) => Number(b.row.method === 'GET') - Number(a.row.method === 'GET'));
const classes = readFirst.map(({ row }) => accessClass(row));
const onePerClass = readFirst
  .map((one, index) => ({ ...one, class: accessClass(one.row), index }))
  .filter((one) => classes.indexOf(one.class) === one.index);

/** One row per class of access; `test/proof` has all rows. */
describe('access over the wire', () => {
  const expectVerdicts = useMatrix();

  test.each(onePerClass)('$name ($class) answers every kind of caller as docs/roles.md says', expectVerdicts);
});

/** One row per kind of object; `test/proof` has all rows. */
describe('an id that is not the caller’s', () => {
  const expectNothing = useForeignIds();

  test.each(onePerKind(rowsWithIds.inWorkspace))(
    '$name answers a stranger the same bytes for a foreign, a random and a malformed id',
    (row) => expectNothing.toStrangers(row),
  );

  test.each(onePerKind(rowsWithIds.nested))('$name answers 404 if only the last id is foreign', (row) =>
    expectNothing.withOnlyTheLastForeign(row),
  );

  test.each(onePerKind(rowsWithIds.closedToGuests))(
    '$name answers a GUEST without the grant the same bytes as for a random id',
    (row) => expectNothing.toAnUngrantedGuest(row),
  );

  test.each(onePerKind(rowsWithIds.bySecret))('$name answers 404 to a widget token of another site', (row) =>
    expectNothing.toAnotherWidget(row),
  );

  test.each(onePerKind(allRows))('$name answers 404 to a wrong slash, case, escape or verb', (row) =>
    expectNothing.onNearlyItsPath(row),
  );
});
