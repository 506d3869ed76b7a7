import { tables as layout } from '../../functions/kit/table/keys.ts';
import { captchaSettings } from './captcha.ts';
import type { DataStack } from './data-stack.ts';
import type { LambdaConfig } from './lambda-function.ts';
import { modelSettings } from './model.ts';
import { paymentSettings } from './payments.ts';
import type { Stage } from './stages.ts';

/** All settings for one stack's Lambdas; `own` holds those of that stack. */
export const lambdaConfig = (stage: Stage, data: DataStack, own: Readonly<Record<string, string>>): LambdaConfig => ({
  stage,
  settings: {
    BASE_URL: stage.baseUrl,
    [layout.main.setting]: data.tables.main.tableName,
    [layout.scratch.setting]: data.tables.scratch.tableName,
    EVIDENCE_BUCKET: data.evidence.bucketName,
    ...data.secrets.settings,
    ...data.signIn.settings,
    ...data.mail.settings,
    ...modelSettings(stage),
    ...captchaSettings(stage),
    ...paymentSettings(stage),
    ...(stage.operatorsMail !== undefined && { OPERATORS_MAIL: stage.operatorsMail }),
    ...(stage.agentSignup && { AGENT_SIGNUP: stage.agentSignup }),
    ...(stage.transcribes && { TRANSCRIBER: 'transcribe' }),
    ...own,
  },
});
