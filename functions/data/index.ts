import { openSignedStorage } from '../kit/files/signed-storage.ts';
import { serve } from '../kit/http/serve.ts';
import { bindData } from './context.ts';
import { data } from './contract.ts';
import { deleteMe, downloadData, eraseData, exportOperations, getDataPage } from './operations.ts';

export const handler = serve(
  data,
  { ...exportOperations(openSignedStorage()), deleteMe, getDataPage, downloadData, eraseData },
  bindData,
);
