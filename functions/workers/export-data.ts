export { exportData as handler } from '../data/export/export-data.ts';
