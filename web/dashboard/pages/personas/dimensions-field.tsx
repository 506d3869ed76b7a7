import './dimensions.css';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { errorAt } from '../../kit/form.tsx';
import { notify } from '../../kit/toast.ts';
import { t } from '../../words/messages.ts';
import { DimensionField } from './dimension-field.tsx';
import { addShare, changeShare, isChangeable, mostOf, removeShare } from './dimension-weights.ts';
import { type DraftDimension, emptyDimension, MAX_DIMENSIONS } from './draft.ts';
import { SharesBar } from './shares-bar.tsx';

type Dimensions = readonly DraftDimension[];

interface Props {
  dimensions: Dimensions;
  error: unknown;
  onChange: (change: (now: Dimensions) => Dimensions) => void;
}

const withShares = (dimensions: Dimensions, shares: readonly number[]): Dimensions =>
  dimensions.map((one, index) => ({ ...one, share: shares[index] ?? 0 }));

const moved = (dimensions: Dimensions, key: string, to: number): Dimensions => {
  const one = dimensions.find((dimension) => dimension.key === key);
  return one ? dimensions.filter((other) => other !== one).toSpliced(to, 0, one) : dimensions;
};

const putBack = (dimensions: Dimensions, removed: DraftDimension, index: number): Dimensions => {
  const grown = dimensions.toSpliced(index, 0, { ...removed, share: 0, isLocked: false });
  return withShares(grown, changeShare(grown, index, removed.share));
};

/** Successive changes start from the first state, so that the others' proportions return when the slider does. */
const useShareChange = (dimensions: Dimensions) => {
  const start = useRef<{ key: string; before: Dimensions }>(undefined);
  const isUnchanged = (before: Dimensions) =>
    before.length === dimensions.length &&
    before.every(({ key, isLocked }, at) => key === dimensions[at]?.key && isLocked === dimensions[at].isLocked);
  return (index: number, wanted: number) => {
    const key = dimensions[index]?.key ?? '';
    if (start.current?.key !== key || !isUnchanged(start.current.before)) start.current = { key, before: dimensions };
    return changeShare(start.current.before, index, wanted);
  };
};

export const DimensionsField = ({ dimensions, error, onChange }: Props) => {
  const adder = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState('');
  const [dragged, setDragged] = useState<string>();
  const sharesAfter = useShareChange(dimensions);
  const from = dimensions.findIndex(({ key }) => key === dragged);
  const dropAt = (index: number) => (from === index ? undefined : from > index ? 'above' : 'below');
  const add = () => {
    const fresh = emptyDimension(0);
    setAdded(fresh.key);
    onChange((now) => withShares([...now, fresh], addShare(now)));
  };
  const remove = (removed: DraftDimension, index: number) => {
    onChange((now) => withShares(now.toSpliced(index, 1), removeShare(now, index)));
    adder.current?.focus();
    if (removed.name || removed.description)
      notify(t('personas.dimension.removed', { name: removed.name }), () =>
        onChange((now) => putBack(now, removed, Math.min(index, now.length))),
      );
  };
  const refused = errorAt(error, (loc) => loc.join('.') === 'body.evaluation_dimensions');
  return (
    <Card title={t('personas.dimensions')} lead={t('personas.dimensions.lead')}>
      <div className="shares-head">
        <SharesBar dimensions={dimensions} />
      </div>
      {refused && (
        <p className="field-error" role="alert" tabIndex={-1}>
          {refused}
        </p>
      )}
      <ol className="stack close">
        {dimensions.map((dimension, index) => (
          <DimensionField
            key={dimension.key}
            dimension={dimension}
            index={index}
            isOnly={dimensions.length === 1}
            isNew={dimension.key === added}
            most={mostOf(dimensions, index)}
            isChangeable={isChangeable(dimensions, index)}
            drop={dropAt(index)}
            error={error}
            onChange={(change) =>
              onChange((now) => now.map((one) => (one.key === dimension.key ? { ...one, ...change } : one)))
            }
            onShare={(wanted) => {
              const shares = sharesAfter(index, wanted);
              onChange((now) => withShares(now, shares));
            }}
            onRemove={() => remove(dimension, index)}
            onMoveUp={() => onChange((now) => moved(now, dimension.key, index - 1))}
            onDrag={setDragged}
            onDrop={(key) => onChange((now) => moved(now, key, index))}
          />
        ))}
      </ol>
      <div className="row">
        <Button icon={Plus} ref={adder} disabled={dimensions.length >= MAX_DIMENSIONS} onClick={add}>
          {t('personas.dimension.add')}
        </Button>
        <span className="fine">
          {dimensions.length >= MAX_DIMENSIONS
            ? t('personas.dimension.most', { most: MAX_DIMENSIONS })
            : dimensions.length > 1 && t('personas.dimension.how_to_move')}
        </span>
      </div>
    </Card>
  );
};
