import type { Json, JsonObject, Stack } from './assembly.ts';
import { isObject, matchesArn, permits, policiesOf } from './policy.ts';
import { ACCOUNT, type Resolver } from './resolve.ts';

/** Something that invokes a Lambda: what it is, which function, as whom, and from which source. */
export interface Invoker {
  what: string;
  lambda: string;
  principal: string;
  source: string;
}

const eachOf = (stacks: readonly Stack[], resolver: Resolver, type: string) =>
  stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id]) => ({ stack, id, properties: resolver.properties(stack, id) })),
  );

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '');

/** `GET /api/health` is invoked as `GET/api/health`, and the route of all other paths as `$default`. */
const sourceOfRoute = (route: string) => route.replace(' ', '').replace(/^ANY/, 'GET');

interface Integrated {
  route: string;
  uri: string;
}

/** The routes of an API that is defined by an OpenAPI document. */
const routesOfBody = (body: JsonObject): Integrated[] => {
  const shared = isObject(body.components) ? body.components['x-amazon-apigateway-integrations'] : undefined;
  const integration = (value: Json | undefined): JsonObject => {
    if (!isObject(value)) return {};
    const name = textOf(value.$ref).split('/').at(-1) ?? '';
    return '$ref' in value && isObject(shared) ? integration(shared[name]) : value;
  };
  return Object.entries(isObject(body.paths) ? body.paths : {}).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).map(([method, of]) => {
      const { uri } = integration(isObject(of) ? of['x-amazon-apigateway-integration'] : undefined);
      const name = method === 'x-amazon-apigateway-any-method' ? 'ANY' : method.toUpperCase();
      return { route: path === '$default' || path === '/$default' ? '$default' : `${name} ${path}`, uri: textOf(uri) };
    }),
  );
};

/** The function in the address under which API Gateway invokes it. */
const functionIn = (uri: string) => /functions\/(arn:[^/]+)\/invocations/.exec(uri)?.[1] ?? uri;

const routeInvokers = (stacks: readonly Stack[], resolver: Resolver): Invoker[] => {
  const integrations = new Map(
    eachOf(stacks, resolver, 'AWS::ApiGatewayV2::Integration').map(({ stack, id, properties }) => [
      `${stack.name}/${id}`,
      textOf(properties.IntegrationUri),
    ]),
  );
  const single = eachOf(stacks, resolver, 'AWS::ApiGatewayV2::Route').map(({ stack, id, properties }) => {
    // integrations/<Ref of the integration>
    const target = JSON.stringify(stack.template.Resources[id]?.Properties?.Target);
    const name = /"Ref":"(\w+)"/.exec(target)?.[1] ?? '';
    return {
      stack,
      api: textOf(properties.ApiId),
      route: textOf(properties.RouteKey),
      uri: integrations.get(`${stack.name}/${name}`) ?? '',
    };
  });
  const imported = eachOf(stacks, resolver, 'AWS::ApiGatewayV2::Api').flatMap(({ stack, id, properties }) =>
    routesOfBody(isObject(properties.Body) ? properties.Body : {}).map((one) => ({
      ...one,
      stack,
      api: textOf(resolver.resolve(stack, { Ref: id })),
    })),
  );
  return [...single, ...imported].map(({ stack, api, route, uri }) => ({
    what: `${stack.name}: route ${route}`,
    lambda: functionIn(uri),
    principal: 'apigateway.amazonaws.com',
    source: `arn:aws:execute-api:${stack.region}:${ACCOUNT}:${api}/$default/${sourceOfRoute(route)}`,
  }));
};

const ruleInvokers = (stacks: readonly Stack[], resolver: Resolver): Invoker[] =>
  eachOf(stacks, resolver, 'AWS::Events::Rule').flatMap(({ stack, id, properties }) =>
    [properties.Targets ?? []].flat().flatMap((target) => {
      const lambda = isObject(target) ? textOf(target.Arn) : '';
      if (!lambda.includes(':lambda:')) return [];
      const source = resolver.arnOf(stack, id) ?? '';
      return { what: `${stack.name}: rule ${id}`, lambda, principal: 'events.amazonaws.com', source };
    }),
  );

const topicInvokers = (stacks: readonly Stack[], resolver: Resolver): Invoker[] =>
  eachOf(stacks, resolver, 'AWS::SNS::Subscription')
    .filter(({ properties }) => properties.Protocol === 'lambda')
    .map(({ stack, id, properties }) => ({
      what: `${stack.name}: subscription ${id}`,
      lambda: textOf(properties.Endpoint),
      principal: 'sns.amazonaws.com',
      source: textOf(properties.TopicArn),
    }));

const triggerInvokers = (stacks: readonly Stack[], resolver: Resolver): Invoker[] =>
  eachOf(stacks, resolver, 'AWS::Cognito::UserPool').flatMap(({ stack, id, properties: { LambdaConfig } }) =>
    Object.entries(isObject(LambdaConfig) ? LambdaConfig : {}).map(([trigger, lambda]) => ({
      what: `${stack.name}: trigger ${trigger}`,
      lambda: textOf(lambda),
      principal: 'cognito-idp.amazonaws.com',
      source: resolver.arnOf(stack, id) ?? '',
    })),
  );

/** Everything in the templates that invokes a Lambda and needs its permission. */
export const invokersIn = (stacks: readonly Stack[], resolver: Resolver): Invoker[] => [
  ...routeInvokers(stacks, resolver),
  ...ruleInvokers(stacks, resolver),
  ...topicInvokers(stacks, resolver),
  ...triggerInvokers(stacks, resolver),
];

/** Routes, rules, subscriptions and triggers whose function has no permission for them. */
export const notAdmitted = (stacks: readonly Stack[], resolver: Resolver): string[] => {
  const permissions = eachOf(stacks, resolver, 'AWS::Lambda::Permission').map(({ stack, properties }) => ({
    lambda: resolver.functionArn(stack, properties.FunctionName),
    principal: textOf(properties.Principal),
    source: textOf(properties.SourceArn),
    isInvoke: properties.Action === 'lambda:InvokeFunction',
  }));
  return invokersIn(stacks, resolver)
    .filter(
      ({ lambda, principal, source }) =>
        !permissions.some(
          (one) =>
            one.isInvoke && one.lambda === lambda && one.principal === principal && matchesArn(one.source, source),
        ),
    )
    .map(({ what, lambda, source }) => `${what} may not invoke ${lambda} as ${source}`);
};

const urlFaults = (stacks: readonly Stack[], resolver: Resolver): string[] =>
  eachOf(stacks, resolver, 'AWS::Lambda::Url').flatMap(({ stack, id, properties }) => {
    const base = resolver.functionArn(stack, properties.TargetFunctionArn);
    const target = properties.Qualifier === undefined ? base : `${base}:${properties.Qualifier}`;
    const open = eachOf(stacks, resolver, 'AWS::Lambda::Permission').filter(
      ({ stack: of, properties: one }) =>
        one.Principal === '*' && resolver.functionArn(of, one.FunctionName) === target,
    );
    const hasUrl = open.some(
      ({ properties: one }) =>
        one.Action === 'lambda:InvokeFunctionUrl' && one.FunctionUrlAuthType === properties.AuthType,
    );
    const hasInvoke = open.some(
      ({ properties: one }) => one.Action === 'lambda:InvokeFunction' && one.InvokedViaFunctionUrl === true,
    );
    return properties.AuthType !== 'NONE' || (hasUrl && hasInvoke)
      ? []
      : [`${stack.name}: function URL ${id} needs both permissions on ${target}`];
  });

/** Who publishes to a topic: alarms, and SES for its events. */
const publishers = (stacks: readonly Stack[], resolver: Resolver) => [
  ...eachOf(stacks, resolver, 'AWS::CloudWatch::Alarm').flatMap(({ stack, id, properties }) =>
    [properties.AlarmActions, properties.OKActions]
      .flatMap((actions) => (Array.isArray(actions) ? actions : []))
      .map((topic) => ({
        what: `${stack.name}: alarm ${id}`,
        topic: textOf(topic),
        service: 'cloudwatch.amazonaws.com',
        source: resolver.arnOf(stack, id) ?? '',
      })),
  ),
  ...eachOf(stacks, resolver, 'AWS::SES::ConfigurationSetEventDestination').flatMap(({ stack, id, properties }) => {
    const to = isObject(properties.EventDestination) ? properties.EventDestination.SnsDestination : undefined;
    if (!isObject(to)) return [];
    return {
      what: `${stack.name}: mail events ${id}`,
      topic: textOf(to.TopicARN),
      service: 'ses.amazonaws.com',
      source: `arn:aws:ses:${stack.region}:${ACCOUNT}:configuration-set/${properties.ConfigurationSetName}`,
    };
  }),
];

/** Alarms and mail events whose topic does not let them publish. */
const topicFaults = (stacks: readonly Stack[], resolver: Resolver): string[] => {
  const statements = policiesOf(stacks, resolver).flatMap((policy) => policy.statements);
  return publishers(stacks, resolver)
    .filter(({ topic }) => topic.includes(':sns:'))
    .filter(({ topic, service, source }) => {
      const context = { 'aws:sourcearn': source, 'aws:sourceaccount': ACCOUNT, 'aws:securetransport': 'true' };
      const call = { action: 'sns:Publish', resource: topic, context };
      return !statements.some((one) => one.effect === 'Allow' && one.services.includes(service) && permits(one, call));
    })
    .map(({ what, topic, service }) => `${what}: ${topic} does not let ${service} publish`);
};

export const permissionFaults = (stacks: readonly Stack[], resolver: Resolver): string[] => [
  ...notAdmitted(stacks, resolver),
  ...urlFaults(stacks, resolver),
  ...topicFaults(stacks, resolver),
];
