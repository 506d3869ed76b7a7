import { badRequest } from '../errors.ts';
import { currentKeyId, isSame, sha256, sign } from '../server-keys.ts';

/** In characters. */
export const MAX_CURSOR = 2048;

const TAG_BYTES = 16;
const tampered = () => badRequest('cursor_invalid');

/** What a cursor is good for: one route, one workspace, one set of filters. */
export interface CursorBinding {
  route: string;
  workspace_id: string;
  filter: Record<string, unknown>;
}

const bindingText = ({ route, workspace_id, filter }: CursorBinding) =>
  sha256(
    JSON.stringify([
      route,
      workspace_id,
      Object.entries(filter)
        .filter(([, value]) => value !== undefined)
        .sort(),
    ]),
  );

const tagOf = (position: string, binding: CursorBinding, keyId: string) =>
  sign('cursor', `${position}|${bindingText(binding)}`, keyId)?.subarray(0, TAG_BYTES);

/** A position in a list, signed together with what the list was asked for. */
export const writeCursor = (position: string, binding: CursorBinding): string => {
  const keyId = currentKeyId();
  const tag = tagOf(position, binding, keyId);
  if (!tag) throw new Error('The current server key is missing.');
  return `${keyId}.${Buffer.from(position).toString('base64url')}.${tag.toString('base64url')}`;
};

/** The position of a cursor that we issued for this very list; a 400 for anything else, undefined for no cursor. */
export const readCursor = (cursor: string | undefined, binding: CursorBinding): string | undefined => {
  if (cursor === undefined) return undefined;
  const [keyId = '', encoded = '', presented = '', ...rest] = cursor.split('.');
  const position = Buffer.from(encoded, 'base64url').toString('utf8');
  const tag = rest.length === 0 ? tagOf(position, binding, keyId) : undefined;
  if (
    !tag ||
    !isSame(tag.toString('base64url'), presented) ||
    Buffer.from(position).toString('base64url') !== encoded
  ) {
    throw tampered();
  }
  return position;
};
