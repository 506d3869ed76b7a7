import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { tables } from '../../functions/kit/table/keys.ts';
import { clientOf } from './account.ts';

interface IndexPart {
  name: string;
  type: string;
}
export interface TableLayout {
  stream: boolean;
  indexes: Record<string, { partition: IndexPart; sort: IndexPart; project: readonly string[] }>;
}

const definition = ({ name, type }: IndexPart): AttributeDefinition => ({
  AttributeName: name,
  AttributeType: type === 'N' ? 'N' : 'S',
});

/** DynamoDB's own limit; the emulator accepts more. */
const MAX_PROJECTED = 20;

const indexOf = (name: string, { partition, sort, project }: TableLayout['indexes'][string]): GlobalSecondaryIndex => {
  if (project.length > MAX_PROJECTED) {
    throw new Error(
      `The index ${name} projects ${project.length} attributes. DynamoDB allows ${MAX_PROJECTED}: put the others into a map.`,
    );
  }
  return {
    IndexName: name,
    KeySchema: [
      { AttributeName: partition.name, KeyType: 'HASH' },
      { AttributeName: sort.name, KeyType: 'RANGE' },
    ],
    Projection:
      project.length > 0
        ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...project] }
        : { ProjectionType: 'KEYS_ONLY' },
  };
};

export const creationOf = (TableName: string, layout: TableLayout): CreateTableCommandInput => {
  const indexes = Object.entries(layout.indexes);
  const parts = [
    { name: 'pk', type: 'S' },
    { name: 'sk', type: 'S' },
    ...indexes.flatMap(([, index]) => [index.partition, index.sort]),
  ];
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...new Map(parts.map((part) => [part.name, definition(part)])).values()],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(([name, index]) => indexOf(name, index)) }),
    ...(layout.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
  };
};

const create = async (client: DynamoDBClient, TableName: string, layout: TableLayout): Promise<boolean> => {
  try {
    await client.send(new CreateTableCommand(creationOf(TableName, layout)));
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  return true;
};

/** Use `streams: false` if nothing reads a stream, because writes slow down with every record kept. */
export const createTables = async (
  endpoint: string,
  names: Record<keyof typeof tables, string>,
  { streams = true }: { streams?: boolean } = {},
) => {
  const client = new DynamoDBClient(clientOf(endpoint));
  const made = await Promise.all(
    (Object.keys(tables) as (keyof typeof tables)[]).map(async (id) => {
      const layout = { ...tables[id], stream: tables[id].stream && streams };
      return (await create(client, names[id], layout)) ? [id] : [];
    }),
  );
  client.destroy();
  return made.flat();
};
