;; A light cycle for torus tron that takes any step which does not kill at once.
;; Usage: guile brain.scm PORT NAME
(use-modules (ice-9 match) (srfi srfi-1))

(define directions '(n w s e))

(define (ahead direction cell size)
  (let ((x (car cell)) (y (cdr cell)) (w (car size)) (h (cdr size)))
    (match direction
      ('n (cons x (modulo (- y 1) h)))
      ('s (cons x (modulo (+ y 1) h)))
      ('w (cons (modulo (- x 1) w) y))
      ('e (cons (modulo (+ x 1) w) y)))))

(define (choose size blocked here)
  (or (find (lambda (direction) (not (member (ahead direction here size) blocked))) directions)
      'n))

(define (drive wire size walls)
  (let loop ((blocked walls))
    (let ((heard (read wire)))
      (cond
       ((eof-object? heard) 'hung-up)
       ((symbol? heard) heard)
       (else
        (let* ((mine heard)
               (theirs (read wire))
               (blocked (cons* mine theirs blocked)))
          (write (choose size blocked mine) wire)
          (newline wire)
          (force-output wire)
          (loop blocked)))))))

(define (main port name)
  (let ((wire (socket PF_INET SOCK_STREAM 0)))
    (connect wire AF_INET INADDR_LOOPBACK port)
    (display name wire)
    (newline wire)
    (force-output wire)
    (let* ((size (read wire))
           (walls (read wire)))
      (display (drive wire size walls))
      (newline))))

(match (command-line)
  ((_ port name) (main (string->number port) name)))
