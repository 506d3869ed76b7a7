import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImagePlus, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import type { FileDropItem } from 'react-aria-components/useDragAndDrop';
import { withScheme } from '../../../kit/address.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { useStoredText } from '../../../kit/drafts.ts';
import { Form, fieldError, Switch, TextArea, TextField } from '../../../kit/form.tsx';
import { putFile } from '../../../kit/put-file.ts';
import { notify } from '../../../kit/toast.ts';
import { useWorkspace } from '../../../session/workspace.tsx';
import { FIGURES, LIMITS } from '../../../words/limits.generated.ts';
import { t } from '../../../words/messages.ts';
import { IMAGE_TYPES } from '../../../words/note-enums.generated.ts';
import { useChangeNote } from '../change-notes.ts';
import { draftKey, type Note, useNoteQueries } from '../data.ts';

const MAX_BYTES = FIGURES.imageMegabytes * 1024 * 1024;

/** A data URL: the page's CSP doesn't allow the shorter blob URLs for images. */
const usePreview = (file: File | undefined) => {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.onload = () => setPreview({ file, url: String(reader.result) });
    reader.readAsDataURL(file);
  }, [file]);
  return preview?.file === file ? preview?.url : undefined;
};

interface PictureFieldProps {
  label: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
  isDisabled: boolean;
  progress: number | undefined;
  error: string | undefined;
}

const PictureField = ({ label, file, onFile, isDisabled, progress, error }: PictureFieldProps) => {
  const id = useId();
  const preview = usePreview(file);
  const [refusal, setRefusal] = useState<string>();
  const take = (given: File | undefined) => {
    if (!given || isDisabled) return;
    if (!IMAGE_TYPES.some((type) => type === given.type)) return setRefusal(t('note.attach.no_picture'));
    if (given.size > MAX_BYTES) return setRefusal(t('note.attach.too_large'));
    setRefusal(undefined);
    onFile(given);
  };
  const said = refusal ?? error;
  return (
    <div className="field picture-field">
      <label htmlFor={id}>{label}</label>
      <DropZone
        className="drop"
        aria-label={t('note.attach.drop', { label })}
        onDrop={async ({ items }) => {
          const dropped = items.find((item): item is FileDropItem => item.kind === 'file');
          take(await dropped?.getFile());
        }}
      >
        {preview ? (
          <img src={preview} alt={t('note.attach.preview', { label })} />
        ) : (
          <p className="fine">
            <ImagePlus aria-hidden="true" /> {t('note.attach.hint')}
          </p>
        )}
        <input
          id={id}
          type="file"
          accept={IMAGE_TYPES.join()}
          aria-describedby={said ? `${id}-error` : undefined}
          onChange={({ target }) => take(target.files?.[0])}
        />
        {file && progress === undefined && (
          <Button icon={X} aria-label={t('note.attach.remove', { label })} onClick={() => onFile(undefined)} />
        )}
      </DropZone>
      {progress !== undefined && <progress value={progress} aria-label={t('note.attach.progress', { label })} />}
      {said && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {said}
        </p>
      )}
    </div>
  );
};

const SIDES = ['before', 'after'] as const;
type Side = (typeof SIDES)[number];
type PerSide<What> = { readonly [side in Side]?: What | undefined };

interface Sent {
  files: PerSide<File>;
  explanation: string;
  diff: string;
  resolves: boolean;
}

const useAttach = (note: Note, onAttached: (sent: Sent) => void) => {
  const { service } = useWorkspace();
  const queries = useQueryClient();
  const { queryKey } = useNoteQueries().one(note.id);
  const [progress, setProgress] = useState<PerSide<number>>({});
  const [uploads, setUploads] = useState<AbortController>();
  const upload = async (kind: Side, file: File | undefined, signal: AbortSignal): Promise<string | null> => {
    if (!file) return null;
    const body = { kind, content_type: file.type as 'image/png', size: file.size };
    const address = await service.getResolutionUploadUrl({ annotation_id: note.id, body }, { signal });
    await putFile(address, file, (share) => setProgress((known) => ({ ...known, [kind]: share })), signal);
    return address.key;
  };
  const attach = useMutation({
    mutationFn: async ({ files: { before, after }, explanation, diff }: Sent) => {
      const ending = new AbortController();
      const { signal } = ending;
      setUploads(ending);
      const [before_key, after_key] = await Promise.all([
        upload('before', before, signal),
        upload('after', after, signal),
      ]);
      signal.throwIfAborted();
      setUploads(undefined);
      const words = { explanation: explanation.trim() || null, diff_url: withScheme(diff) || null };
      const body = { before_key, after_key, ...words };
      return service.createResolution({ annotation_id: note.id, body });
    },
    onSuccess: (_, sent) => {
      onAttached(sent);
      return queries.invalidateQueries({ queryKey, exact: true });
    },
    onSettled: () => {
      setProgress({});
      setUploads(undefined);
    },
  });
  return { attach, progress, uploads };
};

export const AttachEvidence = ({ note, onClose }: { note: Note; onClose: () => void }) => {
  const { change } = useChangeNote(note);
  const [files, setFiles] = useState<PerSide<File>>({});
  const [explanation, setExplanation] = useStoredText(draftKey('evidence', note.id));
  const [diff, setDiff] = useStoredText(draftKey('change', note.id));
  const [resolves, setResolves] = useState(note.status !== 'resolved');
  const isEmpty = !files.before && !files.after && !explanation.trim() && !diff.trim();
  const finish = () => {
    setExplanation('');
    setDiff('');
    onClose();
  };
  const { attach, progress, uploads } = useAttach(note, (sent) => {
    finish();
    notify(t('note.attach.done'));
    if (sent.resolves && note.status !== 'resolved')
      void change({ status: 'resolved' }, { isExplained: sent.explanation.trim() !== '' });
  });
  const cancel = () => {
    uploads?.abort();
    finish();
  };
  return (
    <Dialog title={t('note.attach.title')} onClose={onClose} held={attach.isPending}>
      <Form
        action={t('note.attach.go')}
        isDisabled={isEmpty || attach.isPending}
        isRunning={attach.isPending && !uploads}
        onSubmit={() => attach.mutate({ files, explanation, diff, resolves })}
        onCancel={cancel}
        inDialog
        error={attach.error}
      >
        <fieldset className="stack" disabled={attach.isPending}>
          <p className="soft">{t(note.submitter.has_email ? 'note.attach.lead.mail' : 'note.attach.lead.thread')}</p>
          <div className="two sides">
            {SIDES.map((side) => (
              <PictureField
                key={side}
                label={t(`inbox.${side}`)}
                file={files[side]}
                onFile={(file) => setFiles((known) => ({ ...known, [side]: file }))}
                isDisabled={attach.isPending}
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
        </fieldset>
      </Form>
    </Dialog>
  );
};
