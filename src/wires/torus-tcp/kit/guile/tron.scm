;; Plays torus tron with a brain that is written as the 2011 course wrote them, with define-tron-brain.
;;   guile tron.scm BRAIN.scm HOST PORT    plays one game on a server
;;   guile tron.scm BRAIN.scm              only runs the file, for one that calls play-tron itself
;; You need not change this file: your ideas go into the brain.
(use-modules ((rnrs base) #:select (div mod))
             ((rnrs lists) #:select (assp exists fold-left fold-right for-all memp remp remq remv))
             ((rnrs io ports) #:select (open-string-output-port))
             (ice-9 textual-ports)
             (srfi srfi-1)
             (srfi srfi-11)
             ((system base compile) #:select (compile)))

;; The server tells no seed. Set GAMEGRID_SEED to get the same chance again; without it every game varies.
(set! *random-state*
      (let ((seed (getenv "GAMEGRID_SEED")))
        (if seed (seed->random-state seed) (random-state-from-platform))))

;; --- The board: a cell is (x . y), counted from the top left; the edges of the board are joined. ---

(define valid-moves '(n w s e))

(define (get-pos move position size)
  (let ((x (car position)) (y (cdr position)) (w (car size)) (h (cdr size)))
    (case move
      ((n) (cons x (mod (- y 1) h)))
      ((w) (cons (mod (- x 1) w) y))
      ((s) (cons x (mod (+ y 1) h)))
      ((e) (cons (mod (+ x 1) w) y))
      (else (error "get-pos: invalid move" move)))))

(define (make-outer-walls size)
  (let ((columns (iota (car size))) (rows (iota (cdr size))))
    (append (map (lambda (x) (cons x 0)) columns)
            (map (lambda (x) (cons x (- (cdr size) 1))) columns)
            (map (lambda (y) (cons 0 y)) rows)
            (map (lambda (y) (cons (- (car size) 1) y)) rows))))

(define (valid-size? size)
  (and (pair? size) (every-whole? size) (positive? (car size)) (positive? (cdr size))))

(define (valid-position? size position)
  (and (pair? position) (every-whole? position)
       (<= 0 (car position)) (< (car position) (car size))
       (<= 0 (cdr position)) (< (cdr position) (cdr size))))

(define (valid-walls? size walls)
  (and (list? walls) (for-all (lambda (wall) (valid-position? size wall)) walls)))

(define (every-whole? pair) (and (integer? (car pair)) (integer? (cdr pair))))

;; Two cycles on one cell are both dead.
(define (game-status pos1 pos2 walls)
  (let* ((dead? (lambda (position) (or (equal? pos1 pos2) (member position walls))))
         (dead1 (dead? pos1))
         (dead2 (dead? pos2)))
    (cond ((and dead1 dead2) 'draw) (dead1 'p2) (dead2 'p1) (else 'not-over))))

(define (print-board size walls pos1 pos2)
  (define (mark cell)
    (let ((own? (equal? cell pos1)) (other? (equal? cell pos2)))
      (cond ((or (and own? other?) (and (or own? other?) (member cell walls))) "⍣ ")
            ((member cell walls) "⌹ ")
            (own? "⍋ ")
            (other? "⍒ ")
            (else "∘ "))))
  (for-each (lambda (y)
              (for-each (lambda (x) (display (mark (cons x y)))) (iota (car size)))
              (newline))
            (iota (cdr size)))
  (newline))

;; --- Words of the course's Scheme that Guile calls by other names. ---

(define (add1 n) (+ n 1))
(define (sub1 n) (- n 1))
(define (-1+ n) (- n 1))
(define (printf form . values) (apply simple-format #t (with-line-feeds form) values))

(define (with-line-feeds form)
  (string-join (string-split* form "~n") "~%"))

(define (string-split* text mark)
  (let ((at (string-contains text mark)))
    (if at
        (cons (substring text 0 at) (string-split* (substring text (+ at (string-length mark))) mark))
        (list text))))

;; --- Brains ---

;; The brain that was defined last, and the name it sent last.
(define last-brain #f)
(define last-name "")

(define-syntax define-tron-brain
  (syntax-rules ()
    ((_ (proc (name size walls play ppos opos) (state init)) body1 body2 ...)
     (begin
       (define (proc play-port info-port)
         (send-name name play-port)
         (let* ((play (make-play-proc 'play play-port))
                (size (read-size info-port))
                (walls (read info-port))
                (state init))
           (lambda (port)
             (let* ((ppos (read port)) (opos (read port)))
               (set! state (let () body1 body2 ...))))))
       (set! last-brain proc)))))

;; The key of your team, for a server that is an arena; GAMEGRID_KEY of the environment. It is sent in place of the name.
(define team-key #f)

(define (send-name name port)
  (set! last-name name)
  (simple-format port "~a~%" (or team-key name))
  (force-output port))

;; A server that does not let you in sends (error "why") in place of the size.
(define (read-size port)
  (let ((size (read port)))
    (if (and (list? size) (= (length size) 2) (eq? (car size) 'error))
        (give-up (simple-format #f "Cannot play on this server: ~a" (cadr size)))
        size)))

;; Sends a move. A second argument is given back: the example in the course's paper passes the next state that way.
(define (make-play-proc name port)
  (lambda (move . state)
    (unless (memq move valid-moves) (error (simple-format #f "~a: invalid move" name) move))
    (simple-format port "~s~%" move)
    (force-output port)
    (if (pair? state) (car state) (if #f #f))))

;; --- A game here, and a game on a server ---

(define (play-tron size walls pos1 pos2 brain1 brain2)
  (define (check good? what value)
    (unless good? (error (string-append "play-tron: invalid " what) value)))
  (check (valid-size? size) "board size" size)
  (check (valid-walls? size walls) "walls list" walls)
  (check (valid-position? size pos1) "cycle position" pos1)
  (check (valid-position? size pos2) "cycle position" pos2)
  (check (procedure? brain1) "brain" brain1)
  (check (procedure? brain2) "brain" brain2)
  (let*-values (((mover1 moves1 name1) (seat-here brain1 size walls))
                ((mover2 moves2 name2) (seat-here brain2 size walls)))
    (printf "Name1: ~a~nName2: ~a~n" name1 name2)
    (let loop ((pos1 pos1) (pos2 pos2) (walls walls))
      (print-board size walls pos1 pos2)
      (case (game-status pos1 pos2 walls)
        ((draw) (printf "The game was a draw.~n"))
        ((p1) (printf "~a (Player 1) has won!~n" name1))
        ((p2) (printf "~a (Player 2) has won!~n" name2))
        (else
         (usleep 250000)
         (mover1 (datums pos1 pos2))
         (mover2 (datums pos2 pos1))
         (loop (get-pos (moves1) pos1 size)
               (get-pos (moves2) pos2 size)
               (cons* pos1 pos2 walls)))))))

;; A brain in this program: its mover, a procedure that gives the move it made last, and its name.
(define (seat-here brain size walls)
  (let*-values (((port written) (open-string-output-port))
                ((mover) (brain port (datums size walls))))
    (written)
    (values mover (lambda () (call-with-input-string (written) read)) (string-trim-both last-name))))

(define (datums first second)
  (open-input-string (simple-format #f "~s~s~%" first second)))

(define (play-remote-tron host port brain)
  (let ((key (getenv "GAMEGRID_KEY")))
    (set! team-key (and key (not (string-null? key)) key)))
  (let* ((wire (connect-to host port))
         (mover (brain wire wire)))
    (let loop ()
      (case (next-char wire)
        ((#\() (mover wire) (loop))
        (else
         (let ((result (read wire)))
           (printf "~a: ~a~n" last-name
                   (case result
                     ((win) "won") ((loss) "lost") ((draw) "drew")
                     (else (give-up "The server closed the connection before the game was over"))))))))))

(define (connect-to host port)
  (catch 'system-error
    (lambda ()
      (let* ((address (car (getaddrinfo host (number->string port) (logior AI_NUMERICSERV))))
             (wire (socket (addrinfo:fam address) SOCK_STREAM 0)))
        (connect wire (addrinfo:addr address))
        (setvbuf wire 'block)
        wire))
    (lambda (key procedure form values . rest)
      (give-up (simple-format #f "Cannot reach ~a:~a: ~a" host port (apply simple-format #f form values))))))

;; The first character that is not white space, left where it is.
(define (next-char port)
  (let ((char (peek-char port)))
    (cond ((eof-object? char) char)
          ((char-whitespace? char) (read-char port) (next-char port))
          (else char))))

;; --- Running a brain's file ---

(define (give-up message)
  (simple-format (current-error-port) "~a~%" message)
  (exit 1))

;; The forms of a file. Parentheses missing at its very end are added: the paper's example lacks one.
(define (read-forms file text missing)
  (catch 'read-error
    (lambda ()
      (call-with-input-string (string-append text "\n" (make-string missing #\)))
        (lambda (port)
          (let loop ((forms '()))
            (let ((form (read port)))
              (if (eof-object? form) (reverse forms) (loop (cons form forms))))))))
    (lambda (key procedure form values . rest)
      (let ((why (apply simple-format #f form values)))
        (if (and (< missing 8) (string-contains why "end of input"))
            (read-forms file text (+ missing 1))
            (give-up (simple-format #f "Cannot read ~a: ~a" file why)))))))

(define (load-brain file)
  (unless (file-exists? file) (give-up (simple-format #f "Cannot find ~a: there is no such file" file)))
  ;; Compiled: a brain that looks ahead runs many times faster than under eval.
  (for-each (lambda (form) (compile form #:env (current-module)))
            (read-forms file (call-with-input-file file get-string-all #:encoding "UTF-8") 0)))

(define (main arguments)
  (setlocale LC_ALL "")
  (set-port-encoding! (current-output-port) "UTF-8")
  (cond
   ((and (= (length arguments) 3) (string->number (list-ref arguments 2)))
    => (lambda (port)
         (load-brain (car arguments))
         (unless last-brain
           (give-up (simple-format #f "Cannot play with ~a: it has no define-tron-brain" (car arguments))))
         (play-remote-tron (cadr arguments) port last-brain)))
   ((= (length arguments) 1) (load-brain (car arguments)))
   (else (give-up "Usage: guile tron.scm BRAIN.scm [HOST PORT]"))))

(main (cdr (command-line)))
