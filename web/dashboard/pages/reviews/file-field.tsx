import { FileText, Upload, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button as TriggerButton } from 'react-aria-components/Button';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { UPLOAD_KINDS } from '../../../../functions/reviews/read/uploads.ts';
import { Button } from '../../kit/button.tsx';
import { sizeText } from '../../kit/size-text.ts';
import { t } from '../../words/messages.ts';
import type { Files } from './create-review.ts';
import {
  type FileFault,
  type FileKind,
  faultOf,
  isHeard,
  mostMegabytes,
  REVIEW_ENDINGS,
  reviewFileKind,
  TRANSCRIPT_ENDINGS,
  transcriptKind,
} from './file-kinds.ts';

interface Refusal {
  fault: FileFault | 'folder';
  name: string;
  most: number;
}

const KIND_LIMITS = Object.fromEntries(UPLOAD_KINDS.map((kind) => [kind, mostMegabytes(kind)]));

const Chosen = ({ file, onRemove }: { file: File; onRemove: () => void }) => (
  <p className="chosen-file">
    <FileText aria-hidden="true" />
    <span>
      <bdi>{file.name}</bdi> <span className="fine">{sizeText(file.size)}</span>
    </span>
    <Button look="quiet" icon={X} aria-label={t('reviews.file.remove', { name: file.name })} onClick={onRemove} />
  </p>
);

interface OneProps {
  file: File | undefined;
  given?: File | undefined;
  endings: string[];
  button: string;
  ask: string;
  hint: string;
  error: string | undefined;
  kindOf: (file: File) => FileKind | undefined;
  onChange: (file: File | undefined) => void;
}

const OneFile = ({ file, given, endings, button, ask, hint, error, kindOf, onChange }: OneProps) => {
  const [refusal, setRefusal] = useState<Refusal>();
  const take = (next: File) => {
    const known = kindOf(next);
    const fault = faultOf(next, known);
    setRefusal(fault && { fault, name: next.name, most: known ? mostMegabytes(known.kind) : 0 });
    onChange(fault ? file : next);
  };
  useEffect(() => {
    if (given) take(given);
  }, [given]);
  const told = refusal ? t(`reviews.file.${refusal.fault}`, { name: refusal.name, most: refusal.most }) : error;
  return (
    <div className="field">
      <DropZone
        className="drop-zone"
        aria-label={button}
        onDrop={async ({ items }) => {
          const [first] = items;
          if (first?.kind === 'file') take(await first.getFile());
          else setRefusal({ fault: 'folder', name: '', most: 0 });
        }}
      >
        {file ? (
          <Chosen file={file} onRemove={() => onChange(undefined)} />
        ) : (
          <>
            <Upload aria-hidden="true" />
            <p>{ask}</p>
            <FileTrigger acceptedFileTypes={endings} onSelect={(list) => list?.[0] && take(list[0])}>
              <TriggerButton className="button">{button}</TriggerButton>
            </FileTrigger>
          </>
        )}
      </DropZone>
      <p className="hint">{hint}</p>
      {told && (
        <p className="field-error" role="alert">
          {told}
        </p>
      )}
    </div>
  );
};

/** Office programs add a picture to the text they copy; file managers add a file's name as plain text. */
const isOfficeText = (types: readonly string[]): boolean =>
  types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));

/** Outside of the field, the browser would leave the page and open the file. */
export const useDroppedFile = (take: (file: File) => void): void => {
  useEffect(() => {
    const stop = new AbortController();
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onGiven = (event: DragEvent | ClipboardEvent) => {
      const given = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
      const [file] = given?.files ?? [];
      if (!file || event.defaultPrevented || (event.type === 'paste' && isOfficeText(given?.types ?? []))) return;
      event.preventDefault();
      take(file);
    };
    addEventListener('dragover', onDragOver, stop);
    addEventListener('drop', onGiven, stop);
    addEventListener('paste', onGiven, stop);
    return () => stop.abort();
  }, [take]);
};

interface Props extends Files {
  given: File | undefined;
  onChange: (files: Files) => void;
  error: string | undefined;
  transcriptError: string | undefined;
}

export const FileField = ({ file, transcript, given, onChange, error, transcriptError }: Props) => {
  const known = file && reviewFileKind(file);
  const takesTranscript = known !== undefined && isHeard(known.kind);
  const givenTranscript = takesTranscript && given && transcriptKind(given) ? given : undefined;
  return (
    <div className="stack">
      <OneFile
        file={file}
        given={givenTranscript ? undefined : given}
        endings={REVIEW_ENDINGS}
        button={t('reviews.file.choose')}
        ask={t('reviews.file.drop')}
        hint={t('reviews.file.kinds', KIND_LIMITS)}
        error={error}
        kindOf={reviewFileKind}
        onChange={(next) => onChange({ file: next, transcript })}
      />
      {takesTranscript && (
        <OneFile
          file={transcript}
          given={givenTranscript}
          endings={TRANSCRIPT_ENDINGS}
          button={t('reviews.transcript.choose')}
          ask={t('reviews.transcript.drop')}
          hint={t('reviews.transcript.hint', { most: mostMegabytes('transcript') })}
          error={transcriptError}
          kindOf={transcriptKind}
          onChange={(next) => onChange({ file, transcript: next })}
        />
      )}
    </div>
  );
};
