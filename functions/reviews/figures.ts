import * as z from 'zod';

export const Score = z.number().meta({ description: '1 to 5' });
export const Interval = z.array(z.number()).length(2);
