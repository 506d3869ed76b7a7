import { misfit, Refusal, unprocessable } from '../../kit/errors.ts';
import { defaultPersonaId } from '../../personas/default-personas.ts';
import type { PersonaRow } from '../../personas/schema.ts';
import type { ReviewsContext } from '../context.ts';
import type { InputType } from '../read/content.ts';
import { PANEL, preferredSlugs } from './panel.ts';

/**
 * Who reviews: the personas that were named, in their order, or five defaults that suit the content, as the workspace
 * changed them. A default that it deleted stays away; where all that suit are deleted, what it has reviews.
 */
export const choosePanel = async (
  { personas, scope }: Pick<ReviewsContext, 'personas' | 'scope'>,
  ids: readonly string[] | null | undefined,
  type: InputType,
): Promise<PersonaRow[]> => {
  if (ids) {
    const found = await personas.findMany(ids);
    const unknown = ids.flatMap((id, at) =>
      found.has(id) ? [] : [misfit(['body', 'persona_ids', at], 'unknown_persona', { id }, 'unknown_persona')],
    );
    if (unknown.length > 0) throw new Refusal(422, 'unknown_persona', unknown);
    return [...found.values()];
  }
  const suited = preferredSlugs(type).map((slug) => defaultPersonaId(scope.workspace_id, slug));
  const kept = [...(await personas.findMany(suited)).values()];
  const panel = (kept.length > 0 ? kept : await personas.list()).slice(0, PANEL);
  if (panel.length > 0) return panel;
  throw unprocessable(['body', 'persona_ids'], 'no_personas', {}, 'unknown_persona');
};
