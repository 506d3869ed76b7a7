import { ErrorNote } from './error-note.tsx';
import { isToldByFields } from './field.tsx';

/** The part of an error that no field shows. */
export const FormError = ({ error }: { error: unknown }) =>
  error == null || isToldByFields(error) ? null : <ErrorNote error={error} />;
