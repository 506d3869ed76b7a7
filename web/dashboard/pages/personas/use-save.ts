import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { notify, notifyError } from '../../kit/toast.ts';
import { type Persona, useShowPersona } from '../../session/personas.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { useText } from '../../words/messages.ts';
import { changesOf, contentOf, draftOf } from './draft.ts';
import { FIELD_NAMES, mergeDrafts } from './merge-drafts.ts';
import { useDraft } from './use-draft.ts';

export class ChangedElsewhere extends Error {}

export const useSave = (persona: Persona) => {
  const t = useText();
  const { workspace, service } = useWorkspace();
  const { show } = useShowPersona();
  const saved = useMemo(() => draftOf(persona), [persona]);
  const drafting = useDraft(`${workspace.id}.${persona.id}`, saved);
  const { draft, base, begin, goOn } = drafting;
  const meeting = useMemo(() => mergeDrafts(draft, base, saved), [draft, base, saved]);
  useEffect(() => {
    if (!meeting || meeting.conflicts.length > 0) return;
    goOn(saved);
    if (meeting.taken.length > 0)
      notify(t('personas.elsewhere.taken', { fields: meeting.taken.map((field) => t(FIELD_NAMES[field])).join(', ') }));
  }, [meeting, saved, goOn, t]);
  const showSaved = (fresh: Persona) => {
    begin(draftOf(fresh));
    return show(fresh);
  };
  const save = useMutation({
    mutationFn: async () => {
      const now = await service.getPersona({ persona_id: persona.id });
      const met = mergeDrafts(draft, base, draftOf(now));
      if (met) void show(now);
      if (met && met.conflicts.length > 0) throw new ChangedElsewhere();
      return service.patchPersona({ persona_id: persona.id, body: changesOf(met?.draft ?? draft, draftOf(now)) });
    },
    onSuccess: (fresh) => {
      const former = Object.fromEntries(
        Object.entries(contentOf(persona)).filter(([field]) => field in drafting.changes),
      );
      const undo = () => service.patchPersona({ persona_id: persona.id, body: former }).then(showSaved, notifyError);
      // Text written meanwhile stays as an unsaved draft.
      goOn(draftOf(fresh));
      void show(fresh);
      notify(t('common.saved'), undo);
    },
  });
  const clash = meeting &&
    meeting.conflicts.length > 0 && {
      fields: meeting.conflicts,
      saved,
      keepOwn: () => goOn(saved),
      takeTheirs: () => goOn(saved, meeting.conflicts),
    };
  return { ...drafting, save, showSaved, discard: () => begin(saved), clash };
};
