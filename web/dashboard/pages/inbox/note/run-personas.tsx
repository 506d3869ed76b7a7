import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { RefusedRun } from '../../../kit/refused-run.tsx';
import { ErrorNote, Skeleton } from '../../../kit/states.tsx';
import { Estimate, Price } from '../../../session/estimate.tsx';
import { categoryName, type Persona, usePersonaQueries, useShowPersona } from '../../../session/personas.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { FIGURES } from '../../../words/limits.generated.ts';
import { t } from '../../../words/messages.ts';
import type { Review } from '../../reviews/data.ts';
import type { Note } from '../data.ts';

interface ChoiceProps {
  personas: readonly Persona[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

const Choice = ({ personas, chosen, onToggle }: ChoiceProps) => {
  const [words, setWords] = useState('');
  const fits = ({ name, title, category }: Persona) =>
    `${name} ${title} ${category}`.toLowerCase().includes(words.trim().toLowerCase());
  return (
    <>
      <input
        type="search"
        aria-label={t('note.run.find')}
        placeholder={t('note.run.find')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll. */}
      <div className="persona-choice" role="group" aria-label={t('note.run.title')}>
        {personas.filter(fits).map(({ id, name, title, category }) => (
          <label key={id} className="item-line">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              disabled={!chosen.has(id) && chosen.size >= FIGURES.maxPersonas}
              onChange={() => onToggle(id)}
            />
            <span>
              <strong>{name}</strong> <span className="fine">{title}</span>
            </span>
            <span className="tag">{categoryName(category)}</span>
          </label>
        ))}
      </div>
    </>
  );
};

interface Props {
  note: Note;
  onStarted: (review: Review) => void;
  onClose: () => void;
}

export const RunPersonas = ({ note, onStarted, onClose }: Props) => {
  const { service } = useWorkspace();
  const { data: personas, error, refetch } = useQuery(usePersonaQueries().mine);
  const { refreshList } = useShowPersona();
  const [picked, setChosen] = useState<ReadonlySet<string>>(new Set());
  // A chosen persona may have been deleted meanwhile.
  const chosen = new Set([...picked].filter((id) => personas?.some((one) => one.id === id)));
  const body = chosen.size > 0 ? { persona_ids: [...chosen] } : {};
  const run = useMutation({
    mutationFn: () => service.runWidgetPersonas({ annotation_id: note.id, body }),
    onSuccess: (review) => {
      onStarted(review);
      onClose();
    },
    onError: refreshList,
  });
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <Dialog title={t('note.run.title')} onClose={onClose} held={run.isPending}>
      <div className="dialog-body">
        <p>{t('note.run.lead')}</p>
        <Price />
        <Estimate type="site" personas={chosen.size || FIGURES.panel} />
        {error && <ErrorNote error={error} retry={refetch} />}
        {!personas && !error && <Skeleton lines={6} />}
        {personas && <Choice personas={personas} chosen={chosen} onToggle={toggle} />}
      </div>
      {run.error && <RefusedRun error={run.error} />}
      <div className="dialog-actions">
        <Button disabled={run.isPending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button look="primary" disabled={run.isPending} onClick={() => run.mutate()}>
          {t('note.run.go', { count: chosen.size })}
        </Button>
      </div>
    </Dialog>
  );
};
