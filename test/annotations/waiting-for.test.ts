import { describe, expect, test } from '@jest/globals';
import { waitingFor } from '../../functions/annotations/waiting-for.ts';

const note = {
  status: 'pending',
  quarantine: null,
  auto_fix: false,
  last_reply_by: null,
  approval_state: null,
} as const;

describe('who has to act on a note', () => {
  test.each([
    ['an open note whose submitter allowed automatic fixes', { auto_fix: true }, 'agent'],
    ['an open note that no one allowed', {}, 'owner'],
    ['an open note with an answer', { last_reply_by: 'visitor' }, 'agent'],
    ['a blocked note whose question is open', { status: 'blocked', last_reply_by: 'team' }, 'visitor'],
    ['a blocked note whose question was answered', { status: 'blocked', last_reply_by: 'visitor' }, 'agent'],
    ['a blocked note without a question', { status: 'blocked' }, 'owner'],
    ['a quarantined note, whatever its submitter allowed', { quarantine: ['links'], auto_fix: true }, 'owner'],
    ['a note whose approval was asked for', { approval_state: 'requested', last_reply_by: 'visitor' }, 'owner'],
    ['a note that a member allowed', { approval_state: 'approved' }, 'agent'],
    [
      'a blocked question of an agent that is allowed',
      { approval_state: 'approved', status: 'blocked', last_reply_by: 'team' },
      'visitor',
    ],
    [
      'a note that a member declined, whatever its submitter allowed',
      { approval_state: 'declined', auto_fix: true },
      'owner',
    ],
    ['a note whose approval was withdrawn', { approval_state: 'withdrawn', auto_fix: true }, 'owner'],
    [
      'a note that a member declined, with an answer of its visitor',
      { approval_state: 'declined', last_reply_by: 'visitor' },
      'owner',
    ],
    [
      'a blocked note whose approval was withdrawn, with an answer of its visitor',
      { approval_state: 'withdrawn', status: 'blocked', last_reply_by: 'visitor' },
      'owner',
    ],
    [
      'a question to the visitor after a member declined',
      { approval_state: 'declined', status: 'blocked', last_reply_by: 'team' },
      'visitor',
    ],
    ['a resolved note with an answer', { status: 'resolved', last_reply_by: 'visitor' }, null],
    ['a declined note', { status: 'won_t_fix' }, null],
    ['a duplicate', { status: 'duplicate' }, null],
  ] as const)('waitingFor says who has to act on %s', (_, more, who) => {
    expect(waitingFor({ ...note, ...more, quarantine: 'quarantine' in more ? [...more.quarantine] : null })).toBe(who);
  });
});
