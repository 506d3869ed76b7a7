import { defaultPersonaId } from '../../personas/default-personas.ts';
import type { personaReader } from '../../personas/reader.ts';
import type { PersonaRow } from '../../personas/schema.ts';
import type { InputType } from '../read/content.ts';
import type { ContentKind } from '../read/content-kind.ts';
import { PANEL, preferredSlugs } from './panel.ts';

type Reader = Pick<ReturnType<typeof personaReader>, 'findMany' | 'list'>;

/** Defaults that suit the content, as the workspace changed them; if all of those are deleted, what it has. */
export const suitedPanel = async (
  personas: Reader,
  workspace_id: string,
  type: InputType,
  kind?: ContentKind,
): Promise<PersonaRow[]> => {
  const suited = preferredSlugs(type, kind).map((slug) => defaultPersonaId(workspace_id, slug));
  const kept = [...(await personas.findMany(suited)).values()];
  return (kept.length > 0 ? kept : await personas.list()).slice(0, PANEL);
};
