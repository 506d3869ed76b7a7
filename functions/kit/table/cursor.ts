import { badRequest } from '../errors.ts';
import { currentKeyId, hasTag, sha256, tagOf } from '../server-keys.ts';

export const MAX_CURSOR = 2048;

export interface CursorBinding {
  route: string;
  workspace_id: string;
  filter: Record<string, unknown>;
}

const boundText = (position: string, { route, workspace_id, filter }: CursorBinding) => {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  return `${position}|${sha256(JSON.stringify([route, workspace_id, asked.sort()]))}`;
};

export const writeCursor = (position: string, binding: CursorBinding): string => {
  const keyId = currentKeyId();
  const tag = tagOf('cursor', boundText(position, binding), keyId);
  return `${keyId}.${Buffer.from(position).toString('base64url')}.${tag}`;
};

/** A 400 for any cursor that we didn't issue for this very list. */
export const readCursor = (cursor: string | undefined, binding: CursorBinding): string | undefined => {
  if (cursor === undefined) return undefined;
  const [keyId = '', encoded = '', presented = '', ...rest] = cursor.split('.');
  const position = Buffer.from(encoded, 'base64url').toString('utf8');
  const isOurs = rest.length === 0 && hasTag('cursor', boundText(position, binding), keyId, presented);
  if (!isOurs || Buffer.from(position).toString('base64url') !== encoded) throw badRequest('cursor_invalid');
  return position;
};
