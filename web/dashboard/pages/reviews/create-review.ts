import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { InputOf } from '../../../client/index.ts';
import { withScheme } from '../../kit/address.ts';
import { useIsHere } from '../../kit/here.ts';
import { putFile } from '../../kit/put-file.ts';
import { notifyError } from '../../kit/toast.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { type Review, useShowStarted } from './data.ts';
import { type Draft, fileDraft, titleOf } from './draft.ts';
import { isHeard, reviewFileKind, transcriptKind } from './file-kinds.ts';

type Body = InputOf<'createReview'>['body'];
type Content = Pick<Body, 'input_type' | 'content' | 'url' | 'upload_key' | 'transcript_key'>;
type Upload = InputOf<'getReviewUploadUrl'>['body'];

/** A blank field is left out: its site's last one counts, or it is inferred. */
const purposeOf = ({ goal, audience, stage }: Draft): Pick<Body, 'goal' | 'audience' | 'stage'> => ({
  ...(goal.trim() && { goal: goal.trim() }),
  ...(audience.trim() && { audience: audience.trim() }),
  ...(stage && { stage }),
});

export interface Files {
  file?: File | undefined;
  transcript?: File | undefined;
}

/** A retry continues after the files already uploaded. */
const useUpload = () => {
  const { service } = useWorkspace();
  const sent = useRef(new WeakMap<File, string>());
  return async (file: File, body: Upload, onProgress: (share: number) => void, signal: AbortSignal) => {
    const known = sent.current.get(file);
    if (known) return known;
    const to = await service.getReviewUploadUrl({ body: { ...body, size: file.size } }, { signal });
    await putFile(to, file, onProgress, signal);
    sent.current.set(file, to.key);
    return to.key;
  };
};

const creationKey = (workspaceId: string) => [workspaceId, 'create review'];

/** Started by a form that was left since: another form could start and pay for the same review again. */
export const useIsCreatingElsewhere = (): boolean => {
  const { workspace } = useWorkspace();
  const isCreating = useIsMutating({ mutationKey: creationKey(workspace.id) }) > 0;
  const [isElsewhere, setElsewhere] = useState(isCreating);
  if (isElsewhere && !isCreating) setElsewhere(false);
  return isElsewhere && isCreating;
};

export const useCreateReview = (
  draft: Draft,
  { file, transcript }: Files,
  onCreated: (review: Review, isHere: boolean) => void,
) => {
  const showStarted = useShowStarted();
  const { workspace, service } = useWorkspace();
  const upload = useUpload();
  const [share, setShare] = useState<number>();
  const ending = useRef<AbortController>(undefined);
  const isHere = useIsHere();

  const contentOf = async (signal: AbortSignal): Promise<Content> => {
    if (draft.madeOf === 'text') return { input_type: 'text', content: draft.content };
    if (draft.madeOf === 'page') return { input_type: 'site', url: withScheme(draft.url) };
    const known = file && reviewFileKind(file);
    if (!known) throw new TypeError('Choose a supported file first.');
    setShare(0);
    const { kind, type } = known;
    const upload_key = await upload(file, { kind, content_type: type }, setShare, signal);
    const heard = transcript && isHeard(kind) ? transcriptKind(transcript) : undefined;
    if (!transcript || !heard) return { input_type: kind, upload_key };
    const body = { kind: heard.kind, content_type: heard.type };
    return { input_type: kind, upload_key, transcript_key: await upload(transcript, body, () => {}, signal) };
  };

  const create = async () => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    const content = await contentOf(signal);
    signal.throwIfAborted();
    setShare(undefined);
    const body: Body = {
      title: draft.title.trim() || titleOf(draft, file),
      ...content,
      ...(draft.choosesPanel && draft.personas.length > 0 && { persona_ids: [...draft.personas] }),
      ...(draft.site && { widget_site_id: draft.site }),
      ...purposeOf(draft),
    };
    return service.createReview({ body });
  };

  const mutation = useMutation({
    mutationKey: creationKey(workspace.id),
    mutationFn: create,
    onSuccess: (review) => {
      fileDraft(workspace.id, review.id, draft);
      showStarted(review);
      onCreated(review, isHere());
    },
    onError: (error) => {
      if (!isHere()) notifyError(error);
    },
    onSettled: () => setShare(undefined),
  });
  const isStopped = ending.current?.signal.aborted ?? false;
  return {
    create: mutation.mutate,
    forgetRefusal: mutation.reset,
    isPending: mutation.isPending,
    error: isStopped ? null : mutation.error,
    share,
    stop: () => ending.current?.abort(),
  };
};
