import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  chooseFrom,
  storedWorkspace,
  storeWorkspace,
  type Workspace,
} from '../../web/dashboard/session/choose-workspace.ts';

const storageOf = (kept = new Map<string, string>()) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
const put = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value, configurable: true });

beforeEach(() => {
  put('localStorage', storageOf());
});
afterEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
});

test('a tab keeps its workspace when another tab switches, and a new tab opens the last one', () => {
  const [first, second, third] = [storageOf(), storageOf(), storageOf()];
  put('sessionStorage', first);
  storeWorkspace('team');
  put('sessionStorage', second);
  expect(storedWorkspace()).toBe('team');
  put('sessionStorage', third);
  storeWorkspace('own');
  put('sessionStorage', first);
  expect(storedWorkspace()).toBe('team');
  put('sessionStorage', second);
  expect(storedWorkspace()).toBe('team');
  put('sessionStorage', storageOf());
  expect(storedWorkspace()).toBe('own');
});

test('without a last workspace, a person opens their own, not one of someone else whose co-owner they are', () => {
  const listed = [
    { id: 'team', personal: false, role: 'OWNER' },
    { id: 'adas', personal: true, role: 'OWNER' },
    { id: 'own', personal: true, role: 'OWNER' },
  ] as Workspace[];
  expect(chooseFrom(listed, 'gone')?.id).toBe('own');
  expect(chooseFrom(listed, 'team')?.id).toBe('team');
  expect(chooseFrom(listed.slice(0, 1), '')?.id).toBe('team');
});
