import { directory } from '../directory/index.js';
import { Resource } from '../workspace/Resource.js';

/** The directory and its tools, which a visitor reads as well. */
export default function DirectoryPages() {
  return <Resource {...directory} />;
}
