import { ErrorNote } from './error-note.tsx';
import { isToldByFields } from './field.tsx';

/** What a form says of a refusal that its fields do not say. */
export const FormError = ({ error }: { error: unknown }) =>
  error == null || isToldByFields(error) ? null : <ErrorNote error={error} />;
