import { area, PUBLIC, route } from '../kit/contract/contract.ts';

export const loader = area('loader', {
  getLoader: route('GET /w/{loader_secret_id}/widget.js', PUBLIC, {
    summary: "Load a site's widget script",
    beyond_spec: true,
    produces: 'text/javascript; charset=utf-8',
    limits: [{ bucket: 'ip', max: 600, per_seconds: 60 }],
  }),
});
