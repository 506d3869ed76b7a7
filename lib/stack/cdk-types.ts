import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IVersion, Version } from 'aws-cdk-lib/aws-lambda';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';

// The library's classes implement these interfaces, but declare optional properties in a way that
// exactOptionalPropertyTypes does not let pass.

export const asTable = (table: Table): ITable => table as ITable;
export const asBucket = (bucket: Bucket): IBucket => bucket as IBucket;
export const asVersion = (version: Version): IVersion => version as IVersion;
