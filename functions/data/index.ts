import { openStorage } from '../kit/files/storage.ts';
import { serve } from '../kit/http/serve.ts';
import { bindData } from './context.ts';
import { data } from './contract.ts';
import { deleteMe } from './delete-me.ts';
import { downloadData } from './download-data.ts';
import { eraseData } from './erase-data.ts';
import { getDataPage } from './get-data-page.ts';
import { getMyExport } from './get-my-export.ts';
import { getWorkspaceExport } from './get-workspace-export.ts';
import { requestMyExport } from './request-my-export.ts';
import { requestWorkspaceExport } from './request-workspace-export.ts';

const storage = openStorage();

export const handler = serve(
  data,
  {
    requestMyExport: requestMyExport(storage),
    getMyExport: getMyExport(storage),
    deleteMe,
    requestWorkspaceExport: requestWorkspaceExport(storage),
    getWorkspaceExport: getWorkspaceExport(storage),
    getDataPage,
    downloadData,
    eraseData,
  },
  bindData,
);
