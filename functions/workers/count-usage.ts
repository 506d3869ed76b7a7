export { countUsage as handler } from '../usage/count-usage.ts';
