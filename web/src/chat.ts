import './tokens.css'
import { showBoard } from './chat/show-board.ts'

// What assistants show in the chat: `packBoard` makes one file of it.
showBoard(document.body)
