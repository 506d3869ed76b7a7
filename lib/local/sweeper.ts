import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { clientOf } from './account.ts';

const SERVICE = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };

const nameOf = (pk: unknown, sk: unknown) => `${pk}\n${sk}`;

/** As DynamoDB does eventually: stream records of removals are marked. */
export class Sweeper {
  readonly #client: DynamoDBDocumentClient;
  readonly #tables: readonly string[];
  readonly #now: () => number;
  readonly #swept = new Set<string>();

  constructor(endpoint: string, tables: readonly string[], now: () => number) {
    this.#client = DynamoDBDocumentClient.from(new DynamoDBClient(clientOf(endpoint)));
    this.#tables = tables;
    this.#now = now;
  }

  async sweep(): Promise<void> {
    for (const TableName of this.#tables) await this.#sweepTable(TableName);
  }

  mark = (record: DynamoDBRecord): DynamoDBRecord => {
    const { pk, sk } = record.dynamodb?.Keys ?? {};
    if (record.eventName !== 'REMOVE' || !this.#swept.delete(nameOf(pk?.S, sk?.S))) return record;
    return { ...record, userIdentity: SERVICE };
  };

  stop(): void {
    this.#client.destroy();
  }

  async #sweepTable(TableName: string): Promise<void> {
    const expired = {
      TableName,
      FilterExpression: '#ttl < :now',
      ProjectionExpression: 'pk, sk, #ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': Math.floor(this.#now() / 1000) },
    };
    const isMain = TableName === this.#tables[0];
    for await (const page of paginateScan({ client: this.#client }, expired)) {
      for (const { pk, sk, ttl } of page.Items ?? []) {
        if (isMain) this.#swept.add(nameOf(pk, sk));
        try {
          await this.#client.send(
            new DeleteCommand({
              TableName,
              Key: { pk, sk },
              ConditionExpression: '#ttl = :ttl',
              ExpressionAttributeNames: { '#ttl': 'ttl' },
              ExpressionAttributeValues: { ':ttl': ttl },
            }),
          );
        } catch (error) {
          this.#swept.delete(nameOf(pk, sk));
          if (!(error instanceof ConditionalCheckFailedException)) throw error;
        }
      }
    }
  }
}
