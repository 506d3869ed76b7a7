import { newId } from '../../functions/kit/ids.ts';
import { startFetcher } from '../fetcher.ts';
import { call } from '../world.ts';
import { type Case, get, post } from './case.ts';

const newRun = async () => {
  await startFetcher();
  const body = { url: `https://shop.example.com/${newId()}`, persona_slug: 'copy-editor' };
  return post('/api/demo/run', undefined, body);
};

export const demo: Case[] = [
  { of: 'runDemo', ask: newRun },
  {
    of: 'runDemo',
    variant: 'asked before',
    budget: 'demoAgain',
    ask: async () => {
      const asked = await newRun();
      await call(asked);
      return asked;
    },
  },
  { of: 'getDemoProgress', ask: async () => get('/api/demo/progress') },
  { of: 'listDemoPersonas', ask: async () => get('/api/demo/personas') },
  { of: 'getDemoConfig', ask: async () => get('/api/demo/config') },
];
