import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { newId } from '../../functions/kit/ids.ts';
import { tables } from '../../functions/kit/keys.ts';

const attribute = (name: string, type: string) => ({ AttributeName: name, AttributeType: type as 'S' | 'N' });

/** Tables that no worker of the shared stage looks at; from here on this file's settings name them. */
export const useOwnTables = async (): Promise<void> => {
  const client = new DynamoDBClient({});
  const names = { main: `own-${newId()}`, scratch: `own-${newId()}` };
  for (const which of ['main', 'scratch'] as const) {
    const indexes = Object.entries(tables[which].indexes);
    const indexed = indexes.flatMap(([, { partition, sort }]) => [
      attribute(partition.name, partition.type),
      attribute(sort.name, sort.type),
    ]);
    await client.send(
      new CreateTableCommand({
        TableName: names[which],
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [attribute('pk', 'S'), attribute('sk', 'S'), ...indexed],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        ...(indexes.length > 0 && {
          GlobalSecondaryIndexes: indexes.map(([IndexName, { partition, sort, project }]) => ({
            IndexName,
            KeySchema: [
              { AttributeName: partition.name, KeyType: 'HASH' },
              { AttributeName: sort.name, KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...project] },
          })),
        }),
      }),
    );
    process.env[tables[which].setting] = names[which];
  }
  client.destroy();
};
