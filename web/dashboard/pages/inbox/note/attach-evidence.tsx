import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useWorkspace } from '../../../app/workspace.tsx';
import { withScheme } from '../../../kit/address.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { fieldError, Switch, TextArea, TextField } from '../../../kit/field.tsx';
import { FormError } from '../../../kit/form-error.tsx';
import { putFile } from '../../../kit/put-file.ts';
import { useStoredText } from '../../../kit/stored-text.ts';
import { notify } from '../../../kit/toast.ts';
import { LIMITS } from '../../../words/limits.generated.ts';
import { useText } from '../../../words/messages.ts';
import { type Note, useNoteQueries } from '../data.ts';
import { useChangeNote } from './data.ts';
import { changeKey, evidenceKey } from './draft-keys.ts';
import { PictureField } from './picture-field.tsx';

const SIDES = ['before', 'after'] as const;
type Side = (typeof SIDES)[number];
type PerSide<What> = { readonly [side in Side]?: What | undefined };

interface Given {
  files: PerSide<File>;
  explanation: string;
  diff: string;
}

/** Uploads the pictures in parallel, then creates the evidence that refers to them. */
const useAttach = (note: Note) => {
  const { service } = useWorkspace();
  const queries = useQueryClient();
  const { queryKey } = useNoteQueries().one(note.id);
  const [progress, setProgress] = useState<PerSide<number>>({});
  const upload = async (kind: Side, file: File | undefined): Promise<string | null> => {
    if (!file) return null;
    const body = { kind, content_type: file.type as 'image/png', size: file.size };
    const address = await service.getResolutionUploadUrl({ annotation_id: note.id, body });
    await putFile(address, file, (share) => setProgress((known) => ({ ...known, [kind]: share })));
    return address.key;
  };
  const attach = useMutation({
    mutationFn: async ({ files, explanation, diff }: Given) => {
      const [before_key, after_key] = await Promise.all([upload('before', files.before), upload('after', files.after)]);
      const body = {
        before_key,
        after_key,
        explanation: explanation.trim() || null,
        diff_url: withScheme(diff) || null,
      };
      return service.createResolution({ annotation_id: note.id, body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey, exact: true }),
    onSettled: () => setProgress({}),
  });
  return { attach, progress };
};

/** Manual evidence, for a fix that no agent made. */
export const AttachEvidence = ({ note, onClose }: { note: Note; onClose: () => void }) => {
  const t = useText();
  const { attach, progress } = useAttach(note);
  const { change } = useChangeNote(note);
  const [files, setFiles] = useState<PerSide<File>>({});
  const [explanation, setExplanation] = useStoredText(evidenceKey(note.id));
  const [diff, setDiff] = useStoredText(changeKey(note.id));
  const [resolves, setResolves] = useState(note.status !== 'resolved');
  const isEmpty = !files.before && !files.after && !explanation.trim() && !diff.trim();
  const forget = () => {
    setExplanation('');
    setDiff('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      forget();
      onClose();
      notify(t('note.attach.done'));
      if (resolves && note.status !== 'resolved') change({ status: 'resolved' });
    };
    attach.mutate({ files, explanation, diff }, { onSuccess });
  };
  return (
    <Dialog title={t('note.attach.title')} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="soft">{t(note.submitter.has_email ? 'note.attach.lead.mail' : 'note.attach.lead.thread')}</p>
        <div className="two sides">
          {SIDES.map((side) => (
            <PictureField
              key={side}
              label={t(`inbox.${side}`)}
              file={files[side]}
              onFile={(file) => setFiles((known) => ({ ...known, [side]: file }))}
              progress={progress[side]}
              error={fieldError(attach.error, `${side}_key`)}
            />
          ))}
        </div>
        <TextArea
          label={t('note.attach.explanation')}
          optional
          value={explanation}
          maxLength={LIMITS.createResolution.explanation}
          dir="auto"
          onChange={(event) => setExplanation(event.target.value)}
          error={fieldError(attach.error, 'explanation')}
        />
        <TextField
          label={t('note.attach.diff')}
          hint={t('note.attach.diff.hint')}
          optional
          inputMode="url"
          placeholder="https://"
          value={diff}
          onChange={(event) => setDiff(event.target.value)}
          error={fieldError(attach.error, 'diff_url')}
        />
        {note.status !== 'resolved' && (
          <Switch
            label={t('note.attach.resolve')}
            checked={resolves}
            onChange={(event) => setResolves(event.target.checked)}
          />
        )}
        <FormError error={attach.error} />
        <div className="dialog-actions">
          <button
            type="button"
            className="button"
            onClick={() => {
              forget();
              onClose();
            }}
          >
            {t('common.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={isEmpty || attach.isPending}>
            {t('note.attach.go')}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
