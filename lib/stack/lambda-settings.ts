import { tables as layout } from '../../functions/kit/table/keys.ts';
import { settingsEnvironment } from '../../functions/reviews/ask/model/settings.ts';
import type { DataStack } from './data-stack.ts';
import { resolvedSecret } from './server-secrets.ts';
import type { Stage } from './stages.ts';

type Settings = Readonly<Record<string, string>>;

const modelSettings = ({ model }: Stage): Settings => {
  if (!model) return {};
  const own = settingsEnvironment(model.settings ?? {});
  if (model.provider === 'bedrock') return { MODEL: `bedrock:${model.id}`, ...own };
  return { MODEL: `openai:${model.model}@${model.baseUrl}`, MODEL_API_KEY: resolvedSecret(model.keySecret), ...own };
};

export const lambdaSettings = (stage: Stage, data: DataStack, own: Settings): Settings => {
  const { captcha, payments } = stage;
  return {
    BASE_URL: stage.baseUrl,
    [layout.main.setting]: data.tables.main.tableName,
    [layout.scratch.setting]: data.tables.scratch.tableName,
    EVIDENCE_BUCKET: data.evidence.bucketName,
    ...data.secrets.settings,
    ...data.signIn.settings,
    ...data.mail.settings,
    ...modelSettings(stage),
    ...(captcha && { TURNSTILE_SITE_KEY: captcha.siteKey, TURNSTILE_SECRET: resolvedSecret(captcha.secretKey) }),
    ...(payments && { STRIPE_WEBHOOK_SECRET: resolvedSecret(payments.webhookSecret) }),
    ...(payments?.topUpUrl !== undefined && { TOPUP_URL: payments.topUpUrl }),
    ...(stage.operatorsMail !== undefined && { OPERATORS_MAIL: stage.operatorsMail }),
    ...(stage.agentSignup && { AGENT_SIGNUP: stage.agentSignup }),
    ...(stage.transcribes && { TRANSCRIBER: 'transcribe' }),
    ...own,
  };
};
