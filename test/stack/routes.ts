import { describe, expect, test } from '@jest/globals';
import { areas } from '../../functions/areas.ts';
import { routeKey } from '../../functions/kit/contract.ts';
import { type Resources, type Synthesised, text } from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

const rows = areas.flatMap(({ name, rows }) => Object.values(rows).map((row) => ({ name, row })));

const routes = (region: Resources) =>
  new Map(
    region.of('AWS::ApiGatewayV2::Route').map(({ properties }) => {
      const integration = region.named(properties.Target?.['Fn::Join']?.[1]?.[1]);
      const lambda = region.named(integration.properties.IntegrationUri);
      return [text(properties.RouteKey), text(lambda.properties.Description)];
    }),
  );

const descriptionOf = (stage: string, name: string) => `Sidenote ${stage}: functions/${name}/index.ts`;

export const routeRules = (each: Each): void => {
  describe('the HTTP API', () => {
    test(
      'has one route per contract row, to the Lambda of its area',
      each(({ stage, region }) => {
        const found = routes(region);
        for (const { name, row } of rows) expect(found.get(routeKey(row))).toBe(descriptionOf(stage.name, name));
      }),
    );

    test(
      'has no other routes but the preflights of the widget and the 404 of unknown paths',
      each(({ stage, region }) => {
        const found = routes(region);
        const preflights = new Set(rows.filter(({ row }) => row.cross_origin).map(({ row }) => `OPTIONS ${row.path}`));
        expect(preflights.size).toBeGreaterThan(0);
        expect(new Set(found.keys())).toEqual(
          new Set([...rows.map(({ row }) => routeKey(row)), ...preflights, '$default']),
        );
        expect(found.get('$default')).toBe(descriptionOf(stage.name, 'not-found'));
      }),
    );

    test(
      'answers no preflight by itself',
      each(({ region }) => {
        expect(region.of('AWS::ApiGatewayV2::Api')[0]?.properties.CorsConfiguration).toBeUndefined();
      }),
    );

    test(
      'authorises nothing: revocation must work at once',
      each(({ region }) => {
        expect(region.of('AWS::ApiGatewayV2::Authorizer')).toEqual([]);
      }),
    );

    test(
      'needs one permission per Lambda',
      each(({ region }) => {
        const permitted = region
          .of('AWS::Lambda::Permission')
          .filter(({ properties }) => text(properties.Principal) === 'apigateway.amazonaws.com')
          .map(({ properties }) => region.named(properties.FunctionName).id);
        expect(permitted).toHaveLength(areas.length + 1);
        expect(new Set(permitted).size).toBe(permitted.length);
      }),
    );

    test(
      'logs the route, never the path, the query or a header',
      each(({ region }) => {
        const format = text(region.of('AWS::ApiGatewayV2::Stage')[0]?.properties.AccessLogSettings?.Format);
        const logged = [...format.matchAll(/\$context\.([\w.]+)/g)].map(([, name]) => name);
        expect(logged).toContain('routeKey');
        for (const name of logged) expect(name).not.toMatch(/path|query|header|sourceIp|userAgent|domainName/i);
      }),
    );
  });

  describe('the function URL', () => {
    test(
      'takes MCP clients without a signature, by both permissions that this needs',
      each(({ stage, region }) => {
        const [url] = region.of('AWS::Lambda::Url');
        expect(url?.properties).toMatchObject({ AuthType: 'NONE', InvokeMode: 'BUFFERED' });
        const mcp = region.named(url?.properties.TargetFunctionArn);
        expect(mcp.properties.Description).toBe(descriptionOf(stage.name, 'mcp'));
        const open = region
          .of('AWS::Lambda::Permission')
          .filter(({ properties }) => text(properties.Principal) === '*')
          .map(({ properties }) => properties);
        expect(open).toEqual([
          expect.objectContaining({ Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE' }),
          expect.objectContaining({ Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true }),
        ]);
        for (const { FunctionName } of open) expect(region.named(FunctionName)).toBe(mcp);
      }),
    );
  });
};
