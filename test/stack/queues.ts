import { describe, expect, test } from '@jest/globals';
import { jobQueues } from '../../functions/owed/jobs.ts';
import { count, list, type Resource, type Resources, type Synthesised, text, type Value } from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

const mappings = (region: Resources) =>
  region.of('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties);
const queueMappings = (region: Resources) =>
  mappings(region).filter((mapping) => region.named(mapping.EventSourceArn).type === 'AWS::SQS::Queue');

const isDeadLetters = (region: Resources, queue: Resource) => {
  const targets = [
    ...region.of('AWS::SQS::Queue').map(({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn),
    ...mappings(region).map((mapping) => mapping.DestinationConfig?.OnFailure?.Destination),
    ...region.of('AWS::SNS::Subscription').map(({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn),
    ...region
      .of('AWS::Lambda::EventInvokeConfig')
      .map(({ properties }) => properties.DestinationConfig?.OnFailure?.Destination),
  ];
  return targets.some((target) => target !== undefined && region.named(target) === queue);
};

/** The demo, and signing in. */
const FOR_REQUESTS = 10;

export const queueRules = (each: Each): void => {
  describe('a queue', () => {
    test(
      'has a dead-letter queue, or is one',
      each(({ region }) => {
        for (const queue of region.of('AWS::SQS::Queue')) {
          expect(queue.properties.RedrivePolicy !== undefined || isDeadLetters(region, queue)).toBe(true);
        }
      }),
    );

    test(
      'a queue of dead letters raises an alarm at the first one and keeps it for two weeks',
      each(({ region, stage }) => {
        const dead = region.of('AWS::SQS::Queue').filter((queue) => isDeadLetters(region, queue));
        expect(dead).toHaveLength(Object.keys(jobQueues).length + (stage.mail.replies ? 4 : 3));
        for (const queue of dead) {
          expect(queue.properties.MessageRetentionPeriod).toBe(14 * 86_400);
          const alarm = region
            .of('AWS::CloudWatch::Alarm')
            .find(({ properties }) =>
              list(properties.Dimensions).some(({ Value: value }) => JSON.stringify(value).includes(`"${queue.id}"`)),
            );
          expect(alarm?.properties).toMatchObject({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 });
        }
      }),
    );

    test(
      'hides a message six times as long as its worker’s timeout',
      each(({ region }) => {
        expect(queueMappings(region)).toHaveLength(Object.keys(jobQueues).length);
        for (const mapping of queueMappings(region)) {
          const { VisibilityTimeout } = region.named(mapping.EventSourceArn).properties;
          const { Timeout } = region.named(mapping.FunctionName).properties;
          expect(count(VisibilityTimeout)).toBeGreaterThanOrEqual(6 * count(Timeout));
        }
      }),
    );
  });

  describe('a queue worker', () => {
    test(
      'is limited by the mapping, never by reserved concurrency',
      each(({ region }) => {
        for (const mapping of queueMappings(region)) {
          expect(count(mapping.ScalingConfig?.MaximumConcurrency)).toBeGreaterThanOrEqual(2);
          expect(region.named(mapping.FunctionName).properties.ReservedConcurrentExecutions).toBeUndefined();
        }
      }),
    );

    test(
      'leaves the fetcher to requests, too, if all of them fetch at once',
      each(({ region, stage }) => {
        const fetching = queueMappings(region).filter(
          ({ FunctionName }) => region.named(FunctionName).properties.Environment?.Variables?.FETCHER_FUNCTION,
        );
        expect(fetching).toHaveLength(3);
        const atOnce = fetching
          .map(({ BatchSize, ScalingConfig }) => count(BatchSize) * count(ScalingConfig?.MaximumConcurrency))
          .reduce((sum, one) => sum + one);
        if (stage.fetchesAtOnce !== undefined)
          expect(stage.fetchesAtOnce).toBeGreaterThanOrEqual(atOnce + FOR_REQUESTS);
      }),
    );

    test(
      'a worker that waits for a model or reads a file gets one message per invocation',
      each(({ region }) => {
        const batches = Object.fromEntries(
          queueMappings(region).map(({ FunctionName, BatchSize }) => {
            const { Description } = region.named(FunctionName).properties;
            return [text(Description).split('/').at(-1), BatchSize];
          }),
        );
        expect(batches).toMatchObject({ 'run-persona.ts': 1, 'extract-review.ts': 1, 'send-mail.ts': 10 });
      }),
    );

    test(
      'returns only the messages that failed',
      each(({ region }) => {
        for (const mapping of mappings(region))
          expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      }),
    );
  });

  describe('a bounce or a received mail', () => {
    test(
      'a bounce or a received mail whose handler keeps failing ends in its topic’s dead-letter queue',
      each(({ region, stage }) => {
        const subscriptions = region
          .of('AWS::SNS::Subscription')
          .filter(({ properties }) => text(properties.Protocol) === 'lambda');
        const workers = region.of('AWS::Lambda::EventInvokeConfig').map(({ properties }) => {
          const worker = region.named(properties.FunctionName);
          const dropped = region.named(properties.DestinationConfig?.OnFailure?.Destination);
          const own = subscriptions.find((one) => region.named(one.properties.Endpoint) === worker);
          expect(dropped).toBe(region.named(own?.properties.RedrivePolicy?.deadLetterTargetArn));
          return text(worker.properties.Description).split('/').at(-1);
        });
        const receiving = stage.mail.replies ? ['receive-mail.ts'] : [];
        expect(workers).toEqual(['record-feedback.ts', ...receiving]);
      }),
    );
  });

  describe('the stream', () => {
    /** By the file of the function that it wakes. */
    const streamTo = (region: Resources, file: string) =>
      mappings(region).filter(
        (mapping) =>
          region.named(mapping.EventSourceArn).type === 'AWS::DynamoDB::Table' &&
          text(region.named(mapping.FunctionName).properties.Description).endsWith(`/${file}`),
      );
    const patternsOf = (mapping: Value | undefined) =>
      list(mapping?.FilterCriteria?.Filters).map(({ Pattern }) => JSON.parse(text(Pattern)));

    test(
      'triggers two functions, which no single record can block forever',
      each(({ region }) => {
        const woken = mappings(region).filter(
          (one) => region.named(one.EventSourceArn).type === 'AWS::DynamoDB::Table',
        );
        expect(woken).toHaveLength(2);
        const always = {
          BisectBatchOnFunctionError: true,
          DestinationConfig: { OnFailure: { Destination: expect.anything() } },
        };
        expect(streamTo(region, 'dispatch.ts')).toEqual([
          expect.objectContaining({ ...always, MaximumRetryAttempts: 1000, MaximumRecordAgeInSeconds: 6 * 3600 }),
        ]);
        // No schedule finds missed changes, nor what was not counted.
        expect(streamTo(region, 'count-usage.ts')).toEqual([
          expect.objectContaining({ ...always, MaximumRetryAttempts: 1000, MaximumRecordAgeInSeconds: 6 * 3600 }),
        ]);
      }),
    );

    test(
      'delivers rows that owe work, rows whose grace period ended, changes of notes, ends of reviews, and owing entries',
      each(({ region }) => {
        expect(patternsOf(streamTo(region, 'dispatch.ts')[0])).toEqual([
          { dynamodb: { NewImage: { due_at: { N: [{ exists: true }] } } } },
          {
            eventName: ['REMOVE'],
            userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
            dynamodb: { OldImage: { job: { S: [{ exists: true }] } } },
          },
          { dynamodb: { Keys: { sk: { S: ['ANN', 'CONTEXT'] } } } },
          {
            dynamodb: {
              Keys: { sk: { S: ['REVIEW'] } },
              OldImage: { list: { M: { completed_at: { NULL: [{ exists: true }] } } } },
              NewImage: { list: { M: { completed_at: { N: [{ exists: true }] } } } },
            },
          },
          {
            eventName: ['INSERT'],
            dynamodb: { NewImage: { action: { S: [{ exists: true }] }, owes: { S: [{ exists: true }] } } },
          },
        ]);
      }),
    );

    test(
      'delivers audit entries and sent emails to be counted',
      each(({ region }) => {
        const caused_by = { S: [{ exists: true }] };
        expect(patternsOf(streamTo(region, 'count-usage.ts')[0])).toEqual([
          { eventName: ['INSERT'], dynamodb: { NewImage: { action: { S: [{ exists: true }] }, caused_by } } },
          { eventName: ['MODIFY'], dynamodb: { NewImage: { mail_state: { S: ['sent'] }, caused_by } } },
        ]);
      }),
    );
  });

  describe('the schedule', () => {
    test(
      'checks for overdue work every minute',
      each(({ region }) => {
        expect(region.of('AWS::Events::Rule').map(({ properties }) => properties.ScheduleExpression)).toEqual([
          'rate(1 minute)',
        ]);
      }),
    );
  });
};
