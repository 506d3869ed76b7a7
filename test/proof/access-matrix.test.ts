import { beforeAll, describe, test } from '@jest/globals';
import { cases, useMatrix } from '../access/matrix.ts';
import { useOwnTables } from '../workers/own-tables.ts';

beforeAll(useOwnTables);

describe('access over the wire', () => {
  const expectVerdicts = useMatrix();

  test.each(cases)('$name answers every kind of caller as docs/roles.md says', expectVerdicts);
});
