import type { RawAnswer } from '../kit/contract/contract.ts';

export const getHealth = (): RawAnswer => ({ text: JSON.stringify({ status: 'ok', version: '0.1.0' }) });
