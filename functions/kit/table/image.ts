import type { AttributeValue } from 'aws-lambda';
import type { Key } from './record.ts';

/** A row before or after a change, as the stream delivers it: in its stored form. */
export type Image = Record<string, AttributeValue>;

export const keyIn = (image: Image | undefined): Key => ({ pk: image?.pk?.S ?? '', sk: image?.sk?.S ?? '' });

/** An attribute of those that lists show. */
export const listed = (image: Image | undefined, name: string): AttributeValue | undefined => image?.list?.M?.[name];
