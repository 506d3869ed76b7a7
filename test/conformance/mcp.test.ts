import { describe, expect, test } from '@jest/globals';
import { stage } from '../driver.ts';
import { runScenario, scenarios } from './run-scenario.ts';

const mcpUrl = () => process.env.TEST_MCP_URL ?? stage().mcp_url;

describe('the official conformance suite', () => {
  for (const scenario of scenarios) {
    test(`${scenario.revision} ${scenario.name} passes`, async () => {
      const { code, output } = await runScenario(mcpUrl(), scenario);
      if (code !== 0) throw new Error(output);
      expect(output).toMatch(scenario.expectedFailures ? /all failures are expected/ : /Passed: \d+\/\d+, 0 failed/);
    });
  }
});
