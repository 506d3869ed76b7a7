import { exportData } from '../data/export/export-data.ts';

export const handler = exportData;
