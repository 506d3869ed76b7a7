import { serve } from '../kit/http/serve.ts';
import { clonePersona } from './clone-persona.ts';
import { bindPersonas } from './context.ts';
import { personas } from './contract.ts';
import { createPersona } from './create-persona.ts';
import { deletePersona } from './delete-persona.ts';
import { getPersona } from './get-persona.ts';
import { listCategoryPersonas } from './list-category-personas.ts';
import { listMarketplacePersonas } from './list-marketplace-personas.ts';
import { listMyPersonas } from './list-my-personas.ts';
import { patchPersona } from './patch-persona.ts';
import { publishPersona } from './publish-persona.ts';
import { resetDefaultPersonas } from './reset-default-personas.ts';
import { unpublishPersona } from './unpublish-persona.ts';

export const handler = serve(
  personas,
  {
    listMyPersonas,
    listCategoryPersonas,
    getPersona,
    createPersona,
    patchPersona,
    deletePersona,
    resetDefaultPersonas,
    publishPersona,
    unpublishPersona,
    clonePersona,
    listMarketplacePersonas,
  },
  bindPersonas,
);
