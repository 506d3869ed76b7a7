import { describe, expect, test } from '@jest/globals';
import { call } from '../driver.ts';

describe('a credential of the wrong kind', () => {
  test.each([
    ['svmt_x', 'an MCP token', 'credential_is_mcp_token', '/mcp/svmt_'],
    ['svoa_x', 'an OAuth access token', 'credential_is_access_token', '/mcp'],
    ['svwt_x', 'a widget token', 'credential_is_widget_token', 'svat_'],
    ['svst_x', 'a stakeholder token', 'credential_is_stakeholder_token', 'link'],
    ['svsh_x', 'a share token', 'credential_is_share_token', '/api/reviews/shared/'],
  ])('%s at /api/v1 is named, with the place where it belongs', async (credential, reason, code, place) => {
    const { status, headers, body } = await call('GET', '/api/v1/sites', { as: { credential } });
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(`Bearer error="invalid_token", error_description="${reason}"`);
    expect(body).toMatchObject({ code, detail: expect.stringContaining(place) });
  });

  test.each(['svat_x', 'svwt_x', 'svst_x', 'svsh_x'])('%s at /mcp is named as well', async (token) => {
    const answer = await call('POST', `/mcp/${token}`, { body: {} });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toMatch(/^credential_is_/);
  });
});
