import 'virtual:tokens.css';
import './docs.css';
