import { serve } from '../kit/http/serve.ts';
import { notifications } from './contract.ts';
import * as operations from './operations.ts';

export const handler = serve(notifications, operations, operations.bindNotifications);
