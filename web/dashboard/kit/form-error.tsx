import { ErrorNote } from './error-note.tsx';
import { isShownInFields } from './field.tsx';

/** The part of an error that no field shows. */
export const FormError = ({ error }: { error: unknown }) =>
  error == null || isShownInFields(error) ? null : <ErrorNote error={error} />;
