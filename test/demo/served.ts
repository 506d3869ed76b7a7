import { checkCaptcha } from '../../functions/demo/captcha.ts';
import { demo } from '../../functions/demo/contract.ts';
import {
  bindDemo,
  DEMO_LIMITS,
  type DemoNeeds,
  getDemoConfig,
  getDemoProgress,
  listDemoPersonas,
  runDemo,
} from '../../functions/demo/operations.ts';
import { serve } from '../../functions/kit/http/serve.ts';
import { openModel } from '../../functions/reviews/ask/model/open-model.ts';
import { extract } from '../../functions/reviews/read/extract/extract.ts';
import { fetchPage } from '../../functions/reviews/read/fetch-page.ts';
import { fromResult } from '../../lib/local/event.ts';
import { gatewayEvent } from '../../lib/local/gateway.ts';
import { freshIp } from '../driver.ts';

/** The demo with other limits, or another world around it. */
export const serveDemo = ({
  limits,
  ...needs
}: Partial<Omit<DemoNeeds, 'limits'>> & { limits?: Partial<DemoNeeds['limits']> } = {}) => {
  const given: DemoNeeds = {
    checkCaptcha,
    fetchPage,
    extract,
    openModel,
    ...needs,
    limits: { ...DEMO_LIMITS, ...limits },
  };
  const handler = serve(demo, { runDemo: runDemo(given), listDemoPersonas, getDemoConfig, getDemoProgress }, bindDemo);
  return async (url: string, { ip = freshIp(), ...more }: { ip?: string } & Record<string, unknown> = {}) => {
    const { event } = gatewayEvent({
      method: 'POST',
      path: '/api/demo/run',
      headers: { 'x-client-ip': ip, 'content-type': 'application/json' },
      body: JSON.stringify({ url, persona_slug: 'designer', ...more }),
    });
    const { status, body } = fromResult(await handler(event));
    return { status, body: JSON.parse(body.toString('utf8')) };
  };
};
