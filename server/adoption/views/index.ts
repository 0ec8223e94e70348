export { deleteView } from './saved-view.delete.js';
export { SavedView } from './saved-view.entity.js';
export { listSavedViews } from './saved-view.list.js';
export { saveView } from './saved-view.save.js';
export { DeleteViewInput, SavedViewsArgs, SaveViewInput } from './saved-view.types.js';
