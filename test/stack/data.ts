import { describe, expect, test } from '@jest/globals';
import { tables } from '../../functions/kit/table/keys.ts';
import { list, type Resources, type Synthesised, text, type Value } from './synthesised.ts';

type Each = (check: (one: Synthesised) => void) => () => void;

const tablesOf = (region: Resources) => {
  const all = region.of('AWS::DynamoDB::Table').map(({ properties }) => properties);
  const main = all.find((table) => table.StreamSpecification !== undefined);
  const scratch = all.find((table) => table.StreamSpecification === undefined);
  if (!main || !scratch || all.length !== 2) throw new Error('Two tables are expected, one with a stream.');
  return { main, scratch };
};

const names = (keys: Value | undefined) => list(keys).map(({ AttributeName, KeyType }) => [AttributeName, KeyType]);

export const dataRules = (each: Each): void => {
  describe('the table of records', () => {
    test(
      'can be restored to any second, and is protected from deletion on a protected stage',
      each(({ stage, region }) => {
        const { main } = tablesOf(region);
        expect(main.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
        expect(main.DeletionProtectionEnabled).toBe(stage.isProtected === true);
      }),
    );

    test(
      'streams both images of a row',
      each(({ region }) => {
        expect(tablesOf(region).main.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
      }),
    );

    test(
      'has the indexes of functions/kit/table/keys.ts with their projections',
      each(({ region }) => {
        const indexes = list(tablesOf(region).main.GlobalSecondaryIndexes);
        expect(indexes.map((index) => index.IndexName)).toEqual(Object.keys(tables.main.indexes));
        for (const [name, { partition, sort, project }] of Object.entries(tables.main.indexes)) {
          const index = indexes.find(({ IndexName }) => text(IndexName) === name);
          expect(names(index?.KeySchema)).toEqual([
            [partition.name, 'HASH'],
            [sort.name, 'RANGE'],
          ]);
          expect(index?.Projection).toEqual(
            project.length > 0
              ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...project] }
              : { ProjectionType: 'KEYS_ONLY' },
          );
        }
      }),
    );
  });

  describe('both tables', () => {
    test(
      'are named in the outputs that operators’ commands read',
      each(({ stacks, region }) => {
        const { Outputs = {} } = stacks.find(({ name }) => name.endsWith('-data'))!.template;
        const { main, scratch } = tablesOf(region);
        for (const [output, table] of [['TableName', main] as const, ['ScratchTableName', scratch] as const]) {
          const value = Outputs[output]?.Value as { Ref: string } | undefined;
          expect(region.all.find(({ id }) => id === `data/${value?.Ref}`)?.properties).toBe(table);
        }
      }),
    );

    test(
      'expire rows by the attribute `ttl` and are billed per request',
      each(({ region }) => {
        for (const table of Object.values(tablesOf(region))) {
          expect(table.TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true });
          expect(table.BillingMode).toBe('PAY_PER_REQUEST');
          expect(names(table.KeySchema)).toEqual([
            ['pk', 'HASH'],
            ['sk', 'RANGE'],
          ]);
        }
      }),
    );
  });

  describe('the evidence bucket', () => {
    const bucket = (region: Resources) => region.of('AWS::S3::Bucket')[0]!;

    test(
      'is closed to the public and to unencrypted http',
      each(({ region }) => {
        const { id, properties } = bucket(region);
        expect(Object.values(properties.PublicAccessBlockConfiguration ?? {})).toEqual([true, true, true, true]);
        const policy = region.of('AWS::S3::BucketPolicy').find((one) => region.named(one.properties.Bucket).id === id);
        expect(policy?.properties.PolicyDocument?.Statement).toContainEqual(
          expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        );
      }),
    );

    test(
      'deletes unattached uploads, received mails and exports after a day, and nothing else',
      each(({ region }) => {
        const expiring = list(bucket(region).properties.LifecycleConfiguration?.Rules).filter(
          (rule) => rule.ExpirationInDays,
        );
        expect(expiring.map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays])).toEqual([
          ['incoming/', 1],
          ['inbound/', 1],
          ['exports/', 1],
        ]);
      }),
    );

    test(
      'accepts presigned uploads from pages of any origin',
      each(({ region }) => {
        const [rule] = list(bucket(region).properties.CorsConfiguration?.CorsRules);
        expect(rule).toMatchObject({ AllowedMethods: ['PUT', 'GET'], AllowedOrigins: ['*'] });
      }),
    );
  });
};
