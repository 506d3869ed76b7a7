import { describe, expect, test } from '@jest/globals';
import { areas } from '../../functions/areas.ts';
import { routeKey } from '../../functions/kit/contract/contract.ts';
import {
  behindAlias,
  count,
  list,
  type Resource,
  type Resources,
  type Synthesised,
  text,
  type Value,
} from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

const rows = areas.flatMap(({ name, rows }) => Object.values(rows).map((row) => ({ name, row })));

const apiOf = (region: Resources) => region.of('AWS::ApiGatewayV2::Api')[0]!;

const SPELLED: Readonly<Record<string, string>> = { 'x-amazon-apigateway-any-method': 'ANY' };

/** Route key to the alias that it calls. */
const routes = (region: Resources) => {
  const { paths = {}, components } = apiOf(region).properties.Body ?? {};
  const integrations = components?.['x-amazon-apigateway-integrations'];
  const lambdaOf = (operation: Value) => {
    const name = text(operation['x-amazon-apigateway-integration']?.$ref).split('/').at(-1) ?? '';
    const [invoked] = list(integrations?.[name]?.uri?.['Fn::Join']?.[1]).filter((part) =>
      part.Ref?.toString().startsWith('api/'),
    );
    return region.named(invoked);
  };
  return new Map(
    Object.entries(paths).flatMap(([path, operations = {}]) =>
      Object.entries(operations).map(([method, operation = {}]): [string, Resource] => [
        path === '$default' ? path : `${SPELLED[method] ?? method.toUpperCase()} ${path}`,
        lambdaOf(operation),
      ]),
    ),
  );
};

/** Of an alias's permissions for API Gateway, what follows the API's id in the source ARN. */
const permittedOf = (region: Resources, lambda: Resource): string[] =>
  region
    .of('AWS::Lambda::Permission')
    .filter(
      ({ properties }) =>
        text(properties.Principal) === 'apigateway.amazonaws.com' && region.named(properties.FunctionName) === lambda,
    )
    .map(({ properties }) => {
      const parts = list(properties.SourceArn?.['Fn::Join']?.[1]);
      const at = parts.findIndex((part) => part.Ref !== undefined && text(part.Ref) === apiOf(region).id);
      return text(parts[at + 1]);
    });

/** The source ARN of API Gateway's calls, after the API's id. */
const sourceOf = (key: string) => (key === '$default' ? '/$default/$default' : `/$default/${key.replace(' ', '')}`);

/** `*` in an ARN matches any characters of one of its colon-separated parts, slashes included. */
const matchesArn = (pattern: string, source: string) =>
  new RegExp(`^${pattern.replace(/[.$+?{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(source);

const entryBehind = (region: Resources, alias: Resource | undefined): string =>
  alias ? text(behindAlias(region, alias).properties.Description) : '';

const descriptionOf = (stage: string, name: string) => `Sidenote ${stage}: functions/${name}/index.ts`;

export const routeRules = (each: Each): void => {
  describe('the HTTP API', () => {
    test(
      'has one route per contract row, to the Lambda of its area',
      each(({ stage, region }) => {
        const found = routes(region);
        for (const { name, row } of rows)
          expect(entryBehind(region, found.get(routeKey(row)))).toBe(descriptionOf(stage.name, name));
      }),
    );

    test(
      'has no other routes except the 404 of unknown paths',
      each(({ stage, region }) => {
        const found = routes(region);
        expect(new Set(found.keys())).toEqual(new Set([...rows.map(({ row }) => routeKey(row)), '$default']));
        expect(entryBehind(region, found.get('$default'))).toBe(descriptionOf(stage.name, 'not-found'));
      }),
    );

    test(
      'imports the default route as such, and declares the parameters of each path',
      each(({ region }) => {
        const { paths = {} } = apiOf(region).properties.Body ?? {};
        for (const [path, operations = {}] of Object.entries(paths)) {
          for (const { isDefaultRoute, parameters } of Object.values(operations) as Value[]) {
            expect(isDefaultRoute).toBe(path === '$default' ? true : undefined);
            const named = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
            expect(list(parameters).map(({ name }) => name)).toEqual(named);
          }
        }
      }),
    );

    test(
      'may invoke the Lambda of every route, the default one included',
      each(({ region }) => {
        const refused = [...routes(region)].filter(
          ([key, lambda]) => !permittedOf(region, lambda).some((pattern) => matchesArn(pattern, sourceOf(key))),
        );
        expect(refused.map(([key]) => key)).toEqual([]);
        expect(matchesArn('/*/*/*', sourceOf('$default'))).toBe(false);
      }),
    );

    test(
      'limits the loader’s rate below that of the whole API, on an existing route',
      each(({ region }) => {
        const { DefaultRouteSettings, RouteSettings = {} } = region.of('AWS::ApiGatewayV2::Stage')[0]!.properties;
        const [[key = '', settings] = []] = Object.entries(RouteSettings);
        expect(Object.keys(RouteSettings)).toHaveLength(1);
        expect(entryBehind(region, routes(region).get(key))).toContain('functions/loader/');
        expect(count(settings?.ThrottlingRateLimit)).toBeLessThan(count(DefaultRouteSettings?.ThrottlingRateLimit));
      }),
    );

    test(
      'answers no preflight itself',
      each(({ region }) => {
        expect(apiOf(region).properties.Body?.['x-amazon-apigateway-cors']).toBeUndefined();
      }),
    );

    test(
      'authorizes nothing, because revocation must take effect immediately',
      each(({ region }) => {
        expect(JSON.stringify(apiOf(region).properties)).not.toContain('authorizer');
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

  describe('a release', () => {
    const groups = (region: Resources) => region.of('AWS::CodeDeploy::DeploymentGroup');

    test(
      'a release of any Lambda that answers requests shifts an alias, a tenth of the calls first',
      each(({ region }) => {
        const aliases = region.of('AWS::Lambda::Alias');
        const released = aliases.map((alias) => entryBehind(region, alias).split(': ')[1]);
        const answering = [...areas.map(({ name }) => name), 'not-found', 'mcp'];
        expect(released.sort()).toEqual(answering.map((name) => `functions/${name}/index.ts`).sort());
        for (const { properties, updatePolicy } of aliases) {
          const version = region.named(properties.FunctionVersion?.['Fn::GetAtt'] && properties.FunctionVersion);
          // The next deploy leaves it, so that an alias can be moved back by hand.
          expect(version).toMatchObject({ type: 'AWS::Lambda::Version', deletionPolicy: 'Retain' });
          const { ApplicationName, DeploymentGroupName } = updatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
          const group = region.named(DeploymentGroupName);
          expect(region.named(ApplicationName)).toBe(region.named(group.properties.ApplicationName));
          expect(group.properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent10Minutes');
        }
        expect(new Set(aliases.map(({ updatePolicy }) => JSON.stringify(updatePolicy))).size).toBe(aliases.length);
      }),
    );

    test(
      'is rolled back by existing alarms',
      each(({ stage, region }) => {
        const existing = region.of('AWS::CloudWatch::Alarm').map(({ properties }) => properties.AlarmName);
        expect(groups(region).length).toBeGreaterThan(0);
        for (const { properties } of groups(region)) {
          const names = list(properties.AlarmConfiguration?.Alarms).map(({ Name }) => Name);
          expect(names).toEqual([`sidenote-${stage.name}-api-5xx`, `sidenote-${stage.name}-mcp-5xx`]);
          for (const name of names) expect(existing).toContain(name);
          expect(properties.AutoRollbackConfiguration).toEqual({
            Enabled: true,
            Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
          });
        }
      }),
    );

    test(
      'leaves no caller of the unaliased function',
      each(({ region }) => {
        const released = region.of('AWS::Lambda::Alias').map((alias) => behindAlias(region, alias));
        for (const { properties } of region.of('AWS::Lambda::Permission')) {
          expect(released).not.toContain(region.named(properties.FunctionName));
        }
      }),
    );
  });

  describe('the function URL', () => {
    test(
      'accepts MCP clients without a signature, with both permissions that this needs',
      each(({ stage, region }) => {
        const [url] = region.of('AWS::Lambda::Url');
        expect(url?.properties).toMatchObject({ AuthType: 'NONE', InvokeMode: 'BUFFERED' });
        const mcp = region.named(url?.properties.TargetFunctionArn);
        expect(mcp.properties.Description).toBe(descriptionOf(stage.name, 'mcp'));
        expect(url?.properties.Qualifier).toBe('live');
        const open = region
          .of('AWS::Lambda::Permission')
          .filter(({ properties }) => text(properties.Principal) === '*')
          .map(({ properties }) => properties);
        expect(open).toEqual([
          expect.objectContaining({ Action: 'lambda:InvokeFunctionUrl', FunctionUrlAuthType: 'NONE' }),
          expect.objectContaining({ Action: 'lambda:InvokeFunction', InvokedViaFunctionUrl: true }),
        ]);
        for (const { FunctionName } of open) {
          expect(region.named(FunctionName).type).toBe('AWS::Lambda::Alias');
          expect(behindAlias(region, region.named(FunctionName))).toBe(mcp);
        }
      }),
    );
  });
};
