import { invalid, misfit, unprocessable } from '../../kit/errors.ts';
import type { PersonaRow } from '../../personas/schema.ts';
import type { ReviewsContext } from '../context.ts';
import type { InputType } from '../read/content.ts';
import type { ContentKind } from '../read/content-kind.ts';
import { suitedPanel } from './suited-panel.ts';

export const choosePanel = async (
  { personas, scope }: Pick<ReviewsContext, 'personas' | 'scope'>,
  ids: readonly string[] | null | undefined,
  type: InputType,
  kind?: ContentKind,
): Promise<PersonaRow[]> => {
  if (ids) {
    const found = await personas.findMany(ids);
    const unknown = ids.flatMap((id, at) =>
      found.has(id) ? [] : [misfit(['body', 'persona_ids', at], 'unknown_persona', { id }, 'unknown_persona')],
    );
    if (unknown.length > 0) throw invalid('unknown_persona', unknown);
    return [...found.values()];
  }
  const panel = await suitedPanel(personas, scope.workspace_id, type, kind);
  if (panel.length > 0) return panel;
  throw unprocessable(['body', 'persona_ids'], 'no_personas', {}, 'unknown_persona');
};
