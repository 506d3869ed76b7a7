import { describe, test } from '@jest/globals';
import { cases, useMatrix } from '../access/matrix.ts';

describe('access over the wire', () => {
  const expectVerdicts = useMatrix();

  test.each(cases)('$name answers every kind of caller as docs/roles.md says', expectVerdicts);
});
